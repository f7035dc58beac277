'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { DeviceAnswer, findDevice, ownPhone, toKnown } from '#components/catalog/device-answer.tsx'
import type { DeviceLabels } from '#components/catalog/plan-labels.ts'
import { Button } from '#components/ui/button.tsx'
import { CheckField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { readDevice } from '#lib/catalog/rules/device.ts'
import { useBrowser } from '#lib/core/client/use-browser.ts'
import { isPhoneChecked, keepPhone, keepPhoneChecked } from '#lib/esims/client/known-phone.ts'
import type { DeviceFamily } from '#lib/settings/rules/own-devices.ts'

type Hints = { getHighEntropyValues: (names: string[]) => Promise<{ model?: string }> }
type Found = { family: DeviceFamily; text: string } | 'unknown'

type ThisPhoneProps = { labels: DeviceLabels; own: readonly DeviceFamily[]; label: string; unknown: ReactNode }

/** Answers for the phone that the page is read on, by one press. Nothing on a computer: it is not what an eSIM is for. */
export function ThisPhone({ labels, own, label, unknown }: ThisPhoneProps) {
  const isPhone = useBrowser(runsOnPhone, false)
  const [found, setFound] = useState<Found | null>(null)
  const [isLoading, setLoading] = useState(false)
  if (!isPhone) return null

  const ask = async () => {
    setLoading(true)
    const answer = await findThisPhone(own).catch((): Found => 'unknown')
    if (answer !== 'unknown') keepPhone(toKnown(answer.family, answer.text))
    setFound(answer)
    setLoading(false)
  }

  return (
    <div className="no-print mt-3" aria-live="polite">
      {found === null ? (
        <Button size="small" disabled={isLoading} onClick={() => void ask()}>
          {label}
        </Button>
      ) : found === 'unknown' ? (
        <Notice>{unknown}</Notice>
      ) : (
        <DeviceAnswer family={found.family} text={found.text} labels={labels} />
      )}
    </div>
  )
}

function runsOnPhone(): boolean {
  return /iPhone|Android/.test(navigator.userAgent) && readDevice(navigator.userAgent).platform !== 'computer'
}

async function findThisPhone(own: readonly DeviceFamily[]): Promise<Found> {
  const { userAgentData } = navigator as Navigator & { userAgentData?: Hints }
  const [{ model = '' } = {}, list] = await Promise.all([
    userAgentData?.getHighEntropyValues(['model']),
    import('#lib/catalog/rules/devices.json'),
  ])
  const text = ownPhone({ userAgent: navigator.userAgent, model })
  const family = text === null ? null : findDevice([...own, ...list.default.families], text)

  return text !== null && family ? { family, text } : 'unknown'
}

/** "My phone shows an EID": the checkout takes the answer over. Never in the way of buying. */
export function PhoneCheckbox({ label }: { label: string }) {
  const [isOn, setOn] = useState(false)
  useEffect(() => setOn(isPhoneChecked()), [])

  return (
    <CheckField
      name="phone-checked"
      checked={isOn}
      onChange={(event) => {
        setOn(event.target.checked)
        keepPhoneChecked(event.target.checked)
      }}
    >
      {label}
    </CheckField>
  )
}

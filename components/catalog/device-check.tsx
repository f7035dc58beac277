'use client'

import { useEffect, useId, useRef, useState } from 'react'
import { DeviceAnswer, findDevice, toKnown } from '#components/catalog/device-answer.tsx'
import type { DeviceLabels } from '#components/catalog/plan-labels.ts'
import { Notice } from '#components/ui/notice.tsx'
import { useEarlyText } from '#lib/core/client/early-fields.ts'
import { keepPhone } from '#lib/esims/client/known-phone.ts'
import type { DeviceFamily } from '#lib/settings/rules/own-devices.ts'

type DeviceCheckProps = { labels: DeviceLabels; own: readonly DeviceFamily[]; isLabelHidden?: boolean }

/** Asks for a phone and says one of three things. `own` are the store's own phones. It never stands in the way of buying. */
export function DeviceCheck({ labels, own, isLabelHidden = false }: DeviceCheckProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [families, setFamilies] = useState<readonly DeviceFamily[] | null>(null)
  const asked = useRef(false)
  const isLoading = families !== null && text.trim().length >= 3
  const family = isLoading ? findDevice(families, text) : null

  // The latest answer is that for the reader's own phone, until another one is asked for.
  useEffect(() => {
    if (family) keepPhone(toKnown(family, text))
  }, [family, text])

  const load = () => {
    if (asked.current) return
    asked.current = true
    import('#lib/catalog/rules/devices.json')
      .then((file) => setFamilies([...own, ...file.default.families]))
      .catch(() => {
        asked.current = false
      })
  }

  const ask = (typed: string) => {
    load()
    setText(typed)
  }

  return (
    <div className="stack gap-3">
      <div className="field">
        <label className={isLabelHidden ? 'sr-only' : undefined} htmlFor={id}>
          {labels.label}
        </label>
        <input
          id={id}
          className="input"
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder={labels.placeholder}
          value={text}
          ref={useEarlyText(ask)}
          onFocus={load}
          onChange={(event) => ask(event.target.value)}
        />
      </div>
      <div aria-live="polite">
        {!isLoading ? null : family ? (
          <DeviceAnswer family={family} text={text} labels={labels} />
        ) : (
          <Notice>{labels.unlisted}</Notice>
        )}
      </div>
    </div>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { BrowserNews } from '#components/orders/browser-news.tsx'
import { OfflineReason } from '#components/orders/online-button.tsx'
import { CheckField } from '#components/ui/field.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { useOnline } from '#lib/core/client/use-online.ts'
import { REMINDER_KINDS, type ReminderKind } from '#lib/esims/rules/reminders.ts'
import { chooseReminders } from '#lib/orders/client/orders.ts'

type ReminderChoiceProps = {
  orderId: string
  muted: ReminderKind[]
  /** What a browser is told when the rest of the order is here. */
  coming: string[]
}

/**
 * Which reminders come by mail, and whether this browser is told as well. A tick that could not be saved goes back, and
 * says so.
 */
export function ReminderChoice({ orderId, muted: first, coming }: ReminderChoiceProps) {
  const t = useTranslations('order.reminders')
  const isOnline = useOnline()
  const [muted, setMuted] = useState(first)
  const [outcome, setOutcome] = useState<'saved' | 'failed' | null>(null)
  // One after the other: what was ticked last is what is kept.
  const sent = useRef(Promise.resolve())
  const latest = useRef(first)
  const kept = useRef(first)

  // What is switched off comes in no way.
  const topics = [...coming, ...(muted.includes('plan_low') ? [] : [t('plan_low')])]

  const toggle = (kind: ReminderKind, isOn: boolean) => {
    const input = isOn ? muted.filter((one) => one !== kind) : [...muted, kind]
    latest.current = input
    setMuted(input)
    setOutcome(null)
    sent.current = sent.current
      .then(() => chooseReminders(orderId, input))
      .then(
        () => {
          kept.current = input
          if (input === latest.current) setOutcome('saved')
        },
        () => {
          // Where more was ticked since, the next list has this tick too.
          if (input !== latest.current) return
          setMuted(kept.current)
          setOutcome('failed')
        },
      )
  }

  return (
    <Panel className="no-print" id="reminders">
      <h2>{t('heading')}</h2>
      <p className="soft">{t('body')}</p>
      <div className="mt-2">
        {REMINDER_KINDS.map((kind) => (
          <CheckField
            key={kind}
            name={kind}
            disabled={!isOnline}
            aria-describedby="offline-reminders"
            checked={!muted.includes(kind)}
            onChange={(event) => toggle(kind, event.target.checked)}
          >
            {t(kind)}
          </CheckField>
        ))}
      </div>
      <OfflineReason id="offline-reminders" />
      <p className="small soft" role="status">
        {outcome ? t(outcome) : null}
      </p>
      {topics.length > 0 ? <BrowserNews orderId={orderId} topics={topics} isInPanel /> : null}
    </Panel>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
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

type State = 'cannot' | 'off' | 'on' | 'working' | 'refused'

type BrowserNewsProps = {
  orderId: string
  /** What this browser is told, one thing a line. */
  topics: string[]
  /** Whether it stands in a panel of something else. */
  isInPanel?: boolean
}

// What speaks with the browser is loaded on the page of an order alone, behind everything else on it.
const loadNews = () => import('#lib/orders/client/browser-news.ts')

/** Whether this browser is told what the mails say. Nothing at all where it cannot be. */
export function BrowserNews({ orderId, topics, isInPanel = false }: BrowserNewsProps) {
  const t = useTranslations('order')
  const isOnline = useOnline()
  const [state, setState] = useState<State>('cannot')
  const [outcome, setOutcome] = useState<'saved' | 'failed' | null>(null)

  useEffect(() => {
    const checkBrowser = async () => {
      const news = await loadNews()
      if (!news.canHear()) return
      setState((await news.hears(orderId)) ? 'on' : news.isRefused() ? 'refused' : 'off')
    }
    // A browser that keeps nothing, as in a private window, throws here.
    void checkBrowser().catch(() => setState('cannot'))
  }, [orderId])

  const toggle = async (isOn: boolean) => {
    setState('working')
    setOutcome(null)
    const news = await loadNews()
    try {
      const isHeard = isOn && (await news.hear(orderId))
      if (!isOn) await news.stopHearing(orderId)
      setOutcome(isHeard === isOn ? 'saved' : null)
      setState(isHeard ? 'on' : news.isRefused() ? 'refused' : 'off')
    } catch {
      setOutcome('failed')
      setState(isOn ? 'off' : 'on')
    }
  }

  if (state === 'cannot') return null
  const Frame = isInPanel ? 'div' : Panel

  return (
    <Frame className="no-print" id="browser-news">
      <CheckField
        name="browser-news"
        disabled={!isOnline || state === 'working' || state === 'refused'}
        aria-describedby="browser-news-topics"
        checked={state === 'on'}
        onChange={(event) => void toggle(event.target.checked)}
      >
        {t('browser.tell')}
      </CheckField>
      <ul className="small soft ms-[34px]" id="browser-news-topics">
        {topics.map((topic) => (
          <li key={topic}>{topic}</li>
        ))}
      </ul>
      <p className="small soft" role="status">
        {state === 'refused' ? t('browser.refused') : outcome ? t(`reminders.${outcome}`) : null}
      </p>
    </Frame>
  )
}

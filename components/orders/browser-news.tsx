'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { CheckField } from '#components/ui/field.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { useOnline } from '#lib/core/client/use-online.ts'

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

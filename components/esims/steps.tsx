import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { dayText } from '#components/orders/day-text.ts'
import { Icon } from '#components/ui/icon.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { PlanView } from '#lib/esims/rules/shares.ts'

/** What to have ready before an eSIM is opened, with what this plan says about its clock. */
export function BeforeOpening({ item }: { item: PlanView }) {
  const t = useTranslations('card.before')

  return (
    <div className="steps">
      <h3>{t('heading')}</h3>
      <ol>
        <li>{t('phone')}</li>
        <li>
          <span>
            <ClockRule item={item} />
          </span>
        </li>
      </ol>
      <OwnWords words={item.words} />
    </div>
  )
}

/** What to do once the profile is on the phone. */
export function AfterInstalling({ item }: { item: PlanView }) {
  const t = useTranslations('card.after')

  return (
    <div className="steps">
      <h3>{t('heading')}</h3>
      <ol>
        <li>{t('name', { destination: item.destination.name })}</li>
        <li>{t('arrival')}</li>
        <li>{t('keep')}</li>
      </ol>
    </div>
  )
}

/** Warnings that hold for every phone, and the plan in the network's own words. */
export function GoodToKnow({ item }: { item: PlanView }) {
  const t = useTranslations('card.more')

  return (
    <section className="panel">
      <h2>{t('heading')}</h2>
      <ul className="bullets">
        <li>{t('screen')}</li>
        <li>{t('iphone')}</li>
        <li>{t('network')}</li>
        <li>{t('off')}</li>
        <li>{t(item.canTopUp ? 'topUp' : 'noTopUp')}</li>
      </ul>
      <div className="mt-4">
        <OwnWords words={item.words} />
      </div>
    </section>
  )
}

/** Verbatim: what the provider says about start and cancellation binds, our summary of it does not. */
export function OwnWords({ words }: { words: string[] }) {
  const t = useTranslations('card.more')
  if (words.length === 0) return null

  return (
    <details className="group">
      <summary className="small soft flex min-h-11 cursor-pointer items-center gap-2">
        <Icon name="down" className="group-open:rotate-180" />
        {t('wordsHeading')}
      </summary>
      <div className="words" dir="auto">
        {words.map((word) => (
          <p key={word}>{word}</p>
        ))}
      </div>
    </details>
  )
}

// A start date beats the general rule; without either, the network has not said.
function ClockRule({ item }: { item: PlanView }) {
  const t = useTranslations('card.before')
  const locale = toLocale(useLocale())
  const strong = { b: (words: ReactNode) => <b>{words}</b> }
  if (item.startDate) return t.rich('startDate', { date: dayText(item.startDate, locale), ...strong })
  if (item.startsAtOnce === null) return t.rich('startUnknown', strong)

  return t.rich(item.startsAtOnce ? 'startsAtOnce' : 'startsLater', { destination: item.destination.name, ...strong })
}

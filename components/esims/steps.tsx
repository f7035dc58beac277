import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PlanTerms } from '#components/catalog/plan-ticket.tsx'
import { dayText } from '#components/orders/order-texts.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { calendarHref } from '#lib/esims/client/esims.ts'
import type { PlanView } from '#lib/esims/rules/shares.ts'

const STEPS =
  'grid gap-3 [counter-reset:step] *:grid *:grid-cols-[1.75rem_1fr] *:[counter-increment:step] *:before:font-display *:before:text-[1.0625rem]/[1.45] *:before:font-bold *:before:text-signal-text *:before:content-[counter(step)]'

/** What to have ready before an eSIM is opened, with what this plan says about its clock. */
export function BeforeOpening({ item }: { item: PlanView }) {
  const t = useTranslations('card.before')

  return (
    <div className="mt-auto border-t border-line pt-5">
      <h3 className="mb-3">{t('heading')}</h3>
      <ol className={STEPS}>
        <li>{t('phone')}</li>
        <li>
          <span>
            <ClockRule item={item} />
          </span>
        </li>
      </ol>
      <ProviderTerms words={item.words} />
    </div>
  )
}

/** What to do once the profile is on the phone. */
export function AfterInstalling({ item }: { item: PlanView }) {
  const t = useTranslations('card.after')

  return (
    <div className="mt-auto border-t border-line pt-5">
      <h3 className="mb-3">{t('heading')}</h3>
      <ol className={STEPS}>
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
      <ul className="bullets grid list-disc gap-2 ps-4.5">
        <li>{t('screen')}</li>
        <li>{t('iphone')}</li>
        <li>{t('network')}</li>
        <li>{t('off')}</li>
        <li>{t(item.canTopUp ? 'topUp' : 'noTopUp')}</li>
      </ul>
      <div className="mt-4">
        <ProviderTerms words={item.words} />
      </div>
    </section>
  )
}

/** Verbatim: what the provider says about start and cancellation binds, our summary of it does not. */
export function ProviderTerms({ words }: { words: string[] }) {
  const t = useTranslations('card.more')
  if (words.length === 0) return null

  return (
    <details className="group">
      <summary className="small soft flex min-h-11 cursor-pointer items-center gap-2">
        <Icon name="down" className="group-open:rotate-180" />
        {t('wordsHeading')}
      </summary>
      <PlanTerms words={words} />
    </details>
  )
}

// A start date beats the general rule; without either, the network has not said.
function ClockRule({ item }: { item: PlanView }) {
  const t = useTranslations('card.before')
  const locale = toLocale(useLocale())
  const strong = { b: (chunks: ReactNode) => <b>{chunks}</b> }
  if (item.startDate) return t.rich('startDate', { date: dayText(item.startDate, locale), ...strong })

  // An end that counts days from the activation says nothing of when that is.
  return t.rich(item.startsAtOnce === true ? 'startsAtOnce' : 'startUnknown', strong)
}

type TakeAlongProps = {
  esimId: string
  /** Whether there is a date to put into a calendar. */
  hasDates: boolean
  /** The page of this eSIM alone; left out on that page itself. */
  href?: string
  /** How it can be had by mail. */
  mail?: ReactNode
  children?: ReactNode
}

/** What of an eSIM can be taken along on a journey: a date in the calendar, and its page without a network. */
export function TakeAlong({ esimId, hasDates, href, mail, children }: TakeAlongProps) {
  const t = useTranslations('card.along')

  return (
    <Panel className="no-print">
      <h2>{t('heading')}</h2>
      <div className="stack">
        {children ?? <p>{t('body')}</p>}
        {href ? (
          <p>
            <ButtonLink href={href}>
              {t('page')}
              <Icon name="next" />
            </ButtonLink>
          </p>
        ) : null}
        {mail}
        {hasDates ? (
          <div>
            <ButtonLink href={calendarHref(esimId)} download>
              <Icon name="calendar" />
              {t('calendar')}
            </ButtonLink>
            <p className="small soft mt-2">{t('calendarWhy')}</p>
          </div>
        ) : null}
      </div>
    </Panel>
  )
}

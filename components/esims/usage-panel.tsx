import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { cityOf, zoneName } from '#components/catalog/clock-times.ts'
import { RefreshUsage } from '#components/esims/refresh-usage.tsx'
import { ageText, dataText } from '#components/esims/usage-text.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import { NETWORK_ZONE } from '#lib/catalog/rules/trip.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { timeZoneOf } from '#lib/core/rules/time-zones.ts'
import type { UsageView } from '#lib/esims/rules/usage.ts'

type UsagePanelProps = {
  esimId: string
  usage: UsageView
  /** Where the plan works: its clock is a third one, where it has one. */
  iso2: string | null
  now: Date
}

/** What the network reported about the use of an eSIM, with the age of each word. */
export function UsagePanel({ esimId, usage, iso2, now }: UsagePanelProps) {
  const t = useTranslations('usage')
  const locale = toLocale(useLocale())
  const { facts, sentence, signal, nextRequestAt } = usage
  const there = timeZoneOf(iso2)

  return (
    <section className="panel no-print flex flex-col" aria-labelledby={`usage-${esimId}`}>
      <h2 id={`usage-${esimId}`}>{t('heading')}</h2>
      {sentence === 'not_started' || sentence === 'old_not_started' ? null : <Metric usage={usage} />}
      <p className="soft mt-2.5">
        {facts ? t(`sentence.${sentence}`, { age: ageText(facts.readAt, now, locale) }) : t('sentence.never')}
      </p>
      <dl className="pairs mt-3">
        {facts?.isDayPass ? <Pair name={t('perDay')}>{t('perDayWhy')}</Pair> : null}
        {facts?.beginsAt ? (
          <Pair name={t('started')}>
            <LocalTime at={facts.beginsAt} show="date_time" />
          </Pair>
        ) : null}
        {facts?.endsAt ? (
          <>
            <Pair name={t('until')}>
              <LocalTime at={facts.endsAt} show="date_time" />
            </Pair>
            {there ? (
              <Pair name={t('untilThere', { city: cityOf(there), zone: zoneName(there, facts.endsAt) })}>
                <LocalTime at={facts.endsAt} show="date_time" zone={there} />
              </Pair>
            ) : null}
            <Pair name={t('untilNetwork')}>
              <LocalTime at={facts.endsAt} show="date_time" zone={NETWORK_ZONE} />
            </Pair>
          </>
        ) : null}
        {signal ? (
          <Pair name={t('phone')}>
            {t(signal.hasChip ? 'chip' : 'noChip', { age: ageText(signal.readAt, now, locale) })}
          </Pair>
        ) : null}
      </dl>
      {facts?.beginsAt || facts?.endsAt ? <p className="small soft mt-3">{t('zoneNote')}</p> : null}
      <RefreshUsage esimId={esimId} waitMs={nextRequestAt ? nextRequestAt.getTime() - now.getTime() : 0} />
    </section>
  )
}

// A figure stands here only when the network gave one: no zero, no empty bar for what is not known or has not begun.
function Metric({ usage }: { usage: UsageView }) {
  const t = useTranslations('usage')
  const locale = toLocale(useLocale())
  const { facts, percent } = usage
  if (facts === null || facts.usedMb === null) return null
  const total = facts.totalMb === null ? null : dataText(facts.totalMb, locale)

  return (
    <>
      <p
        className={`num font-display text-(length:--s4)/[1.05] font-bold tracking-[-0.02em] ${usage.isOld ? 'text-ink-soft' : ''}`}
      >
        {t.rich(total === null ? 'used' : facts.isDayPass ? 'usedDayPass' : 'usedOf', {
          used: () => <bdi>{dataText(facts.usedMb ?? 0, locale)}</bdi>,
          total: () => <bdi>{total}</bdi>,
          small: (chunks) => (
            <small className="font-text text-base/none font-medium tracking-normal text-ink-soft">{chunks}</small>
          ),
        })}
      </p>
      {percent === null ? null : (
        <div
          className="mt-3.5 h-3 overflow-hidden rounded-md border border-line bg-paper-2"
          role="img"
          aria-label={t('percent', { percent: Math.round(percent) })}
        >
          <i
            className={`block h-full ${usage.isOld ? 'bg-ink-soft' : 'bg-sea'}`}
            style={{ inlineSize: `${Math.min(100, percent)}%` }}
          />
        </div>
      )}
    </>
  )
}

function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

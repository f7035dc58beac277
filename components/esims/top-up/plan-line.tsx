import { useLocale, useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { amountText } from '#components/orders/plan-text.ts'
import { Badge } from '#components/ui/badge.tsx'
import type { IconName } from '#components/ui/icon.tsx'
import type { Tone } from '#components/ui/notice.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { TopUpOffer, WirePlan } from '#lib/esims/client/top-ups.ts'

const MARKS: Record<WirePlan['state'], { tone: Tone; icon: IconName }> = {
  ended: { tone: 'plain', icon: 'check' },
  running: { tone: 'good', icon: 'clock' },
  waiting: { tone: 'wait', icon: 'clock' },
}

/** What the network lists on an eSIM, one after the other: ended, running, waiting. With who said it, and when. */
export function PlanLine({ timeline }: { timeline: TopUpOffer['timeline'] }) {
  const t = useTranslations('topup.line')

  return (
    <section className="panel" aria-labelledby="plan-line">
      <h2 id="plan-line">{t('heading')}</h2>
      {timeline === null ? (
        <p className="soft">{t('unknown')}</p>
      ) : (
        <>
          <ol className="plan-line">
            {timeline.plans.map((plan, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole, never changed.
              <PlanOnCard key={index} plan={plan} />
            ))}
          </ol>
          <p className="small soft">
            {t.rich('source', { at: () => <LocalTime at={new Date(timeline.readAt)} show="time_zone" /> })}
          </p>
        </>
      )}
    </section>
  )
}

function PlanOnCard({ plan }: { plan: WirePlan }) {
  const t = useTranslations('topup.line')
  const locale = toLocale(useLocale())
  const name = plan.amount ? amountText(plan.amount, locale) : t('noAmount')

  return (
    <li className={`plan-line-${plan.state}`}>
      <p className="plan-line-head">
        <b>{plan.isDayPass ? t('daily', { amount: name }) : name}</b>
        <Badge {...MARKS[plan.state]}>{t(plan.state)}</Badge>
      </p>
      <p className="soft">
        {t(plan.isTopUp ? 'topUp' : 'first')}
        {plan.days === null ? null : ` · ${t('days', { days: plan.days })}`}
      </p>
      <p className="small soft">
        <PlanDates plan={plan} /> {plan.state === 'waiting' ? null : usedText(plan, t)}
      </p>
    </li>
  )
}

function PlanDates({ plan: { state, beginsAt, endsAt } }: { plan: WirePlan }) {
  const t = useTranslations('topup.line')
  const time = (at: string) => () => <LocalTime at={new Date(at)} show="moment" />
  if (state === 'waiting') return t('notStarted')
  if (endsAt === null) return beginsAt === null ? null : t.rich('since', { at: time(beginsAt) })

  return t.rich(state === 'ended' ? 'endedAt' : 'until', { at: time(endsAt) })
}

function usedText({ usedMb }: WirePlan, t: ReturnType<typeof useTranslations<'topup.line'>>): string {
  return usedMb === null ? t('usedUnknown') : t('used', { mb: Math.ceil(usedMb) })
}

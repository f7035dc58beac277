import { useTranslations } from 'next-intl'
import { PlanStart } from '#components/orders/admin/plan-start.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { NetworkStatus } from '#components/reconciliation/admin/sides-table.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Panel } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import { Separator } from '#components/ui/admin/separator.tsx'
import type { EsimPlanStep } from '#lib/esims/rules/admin-esims.ts'

type PlanStepsProps = { steps: EsimPlanStep[]; now: Date }

/** The plans on an eSIM as a time line, each with our order and the network's behind it. */
export function PlanSteps({ steps, now }: PlanStepsProps) {
  const t = useTranslations('admin-desk.card')

  return (
    <Panel id="card-steps" title={t('steps')} hint={t('stepsHint')}>
      <ol>
        {steps.map((step) => (
          <Step key={step.itemId} step={step} now={now} />
        ))}
      </ol>
    </Panel>
  )
}

function Step({ step, now }: { step: EsimPlanStep; now: Date }) {
  const t = useTranslations('admin-desk.card')
  const words = useTranslations('admin')

  return (
    <li className="a-step">
      <span className="a-soft">
        <LocalTime at={step.at} show="date_time" />
      </span>
      <span>
        <span className="a-strong" dir="auto">
          {t(step.kind === 'RENEWAL' ? 'topUp' : 'first')}: {t('term', { amount: step.amount, days: step.days })}
        </span>
        <span className="a-sub">
          <GoLink className="a-id a-link" href={`/admin/orders/${step.order.id}`}>
            {step.order.number}
          </GoLink>{' '}
          {knownWords(words, 'line', step.status)}
        </span>
        <PlanStart date={step.startDate} />
        {step.networkOrders.length === 0 ? <span className="a-sub">{t('noNetwork')}</span> : null}
        {step.networkOrders.map(({ orderNum, status, readAt }) => (
          <span key={orderNum} className="a-sub">
            {t('chain')} <bdi className="a-id">{orderNum}</bdi>
            <Separator />
            <NetworkStatus status={status} />
            {readAt ? <> ({t.rich('statusRead', { age: () => <RelativeTime since={readAt} now={now} /> })})</> : null}
          </span>
        ))}
      </span>
    </li>
  )
}

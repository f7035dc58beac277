import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { cancelEsims } from '#components/cancellations/admin/cancel-esims.ts'
import { OrderAction, type OrderActionSpec } from '#components/orders/admin/order-action.tsx'
import { PlanStart } from '#components/orders/admin/plan-name.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { NetworkStatus } from '#components/reconciliation/admin/sides-table.tsx'
import { REASON } from '#components/ui/admin/form-field.ts'
import { hasLabel, knownLabel } from '#components/ui/admin/known-label.ts'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { Separator, sumText } from '#components/ui/admin/money-amount.tsx'
import { ActionRows, Mark, type MarkTone, Panel } from '#components/ui/admin/panel.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import { RelativeTime, Span } from '#components/ui/admin/relative-time.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import { prepare } from '#lib/core/client/prepare-call.ts'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import type { AdminEsimPage, EsimPlanStep, EsimShareDetails } from '#lib/esims/queries/admin-esims.ts'
import type { CancellationEligibility } from '#lib/esims/rules/admin-esims.ts'
import type { revealEsimAsStaffCall } from '#lib/esims/schema.ts'
import type { AnswerDetail } from '#lib/refunds/rules/refund-answer.ts'

type EsimActionsProps = { esim: AdminEsimPage; staff: StaffMember; canGoBack: boolean }

/** What this person can do to an eSIM now; nothing where that is nothing. */
export function EsimActions({ esim, staff, canGoBack }: EsimActionsProps) {
  const t = useTranslations('admin-desk.card')
  const tLabel = useTranslations('admin.label')
  const tEsims = useTranslations('admin-desk')
  const tActions = useTranslations('admin-acts')
  const tag = useTag()
  const sum = `${sumText(esim.priceShareMinor, esim.order.currency, tag)} ${esim.order.currency}`
  const reveal: OrderActionSpec = {
    title: t('reveal'),
    effect: t('revealEffect'),
    press: t('revealPress'),
    call: prepare<typeof revealEsimAsStaffCall>('POST /api/admin/orders/[id]/esims/[esimId]/reveal', {
      params: { id: esim.order.id, esimId: esim.id },
    }),
    fields: [REASON],
  }
  const giveBack: OrderActionSpec = {
    title: t('giveBack'),
    effect: t('giveBackEffect', { sum }),
    press: tEsims('desk.send.press'),
    ...cancelEsims({
      orderId: esim.order.id,
      label: tActions('cards'),
      options: [{ value: esim.id, label: esim.iccid }],
    }),
  }
  const actions = [
    ...(can(staff, 'codes.reveal') && esim.hasCode && esim.isDelivered ? [reveal] : []),
    ...(can(staff, 'returns.ask') && esim.isDelivered && canGoBack ? [giveBack] : []),
  ]
  if (actions.length === 0) return null

  return (
    <Panel id="card-acts" title={tLabel('actions')}>
      <ActionRows>
        {actions.map((spec) => (
          <li key={spec.title}>
            <span>
              {spec.title}
              <span className="a-sub">{spec.effect}</span>
            </span>
            <OrderAction spec={spec} />
          </li>
        ))}
      </ActionRows>
    </Panel>
  )
}

/** The private links to an eSIM: when each was made, whether somebody came in by it, and until when it leads there. */
export function ShareList({ shares }: { shares: EsimShareDetails[] }) {
  const t = useTranslations('admin-desk.card')
  const tEsims = useTranslations('admin-desk')
  const tLabel = useTranslations('admin.label')
  const moment = (at: Date | null) => (at ? <LocalTime at={at} show="moment" /> : t('nobody'))

  return (
    <Panel id="card-shares" title={t('shares')}>
      <ListTable
        label={t('shares')}
        rows={shares}
        empty={t('sharesNone')}
        first={[
          { head: tLabel('created'), isName: true, cell: ({ createdAt }) => moment(createdAt) },
          { head: t('shareOpened'), cell: ({ openedAt }) => moment(openedAt) },
          { head: t('expires'), cell: ({ expiresAt }) => moment(expiresAt) },
          { head: tEsims('desk.ended'), cell: ({ endedAt }) => moment(endedAt) },
        ]}
      />
    </Panel>
  )
}

/** The plans on an eSIM as a time line, each with our order and the network's behind it. */
export function PlanSteps({ steps, now }: { steps: EsimPlanStep[]; now: Date }) {
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
  const tAdmin = useTranslations('admin')

  return (
    <li className="grid grid-cols-[12rem_minmax(0,1fr)] gap-x-4 gap-y-1 border-hair px-3.5 py-2.5 not-last:border-b phone:grid-cols-1">
      <span className="a-soft">
        <LocalTime at={step.at} show="date_time" />
      </span>
      <span>
        <span className="font-semibold" dir="auto">
          {t(step.kind === 'RENEWAL' ? 'topUp' : 'first')}:{' '}
          {tAdmin('plan.term', { amount: step.amount, days: step.days })}
        </span>
        <span className="a-sub">
          <OrderLink {...step.order} /> {knownLabel(tAdmin, 'line', step.status)}
        </span>
        <PlanStart date={step.startDate} />
        {step.networkOrders.length === 0 ? <span className="a-sub">{t('noNetwork')}</span> : null}
        {step.networkOrders.map(({ orderNum, status, readAt }) => (
          <span key={orderNum} className="a-sub">
            {tAdmin('label.providerOrder')} <bdi className="a-id">{orderNum}</bdi>
            <Separator />
            <NetworkStatus status={status} />
            {readAt ? <> ({t.rich('statusRead', { age: () => <RelativeTime since={readAt} now={now} /> })})</> : null}
          </span>
        ))}
      </span>
    </li>
  )
}

const TONES: Record<CancellationEligibility['answer'], MarkTone> = { yes: 'ok', ask: 'wait', no: 'stop' }

/** Whether an eSIM can go back, why, and the facts that say so. */
export function EligibilityPanel({
  eligibility,
  children,
}: {
  eligibility: CancellationEligibility
  children: ReactNode
}) {
  const t = useTranslations('admin-desk.card')

  return (
    <Panel id="card-facts" title={t('facts')} end={children}>
      <div className="p-3.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <span className="a-soft">{t('answerTitle')}</span> <Answer eligibility={eligibility} />
        </p>
      </div>
      <DetailsTable facts={eligibility.facts} label={t('facts')} />
    </Panel>
  )
}

/** The answer about an eSIM with its reasons, in words. */
export function Answer({
  eligibility: { answer, until, reasons },
}: {
  eligibility: Omit<CancellationEligibility, 'facts'>
}) {
  const t = useTranslations('admin-desk.card')
  const tAdmin = useTranslations('admin')

  return (
    <span>
      <Mark tone={TONES[answer]}>{tAdmin(`back.answer.${answer}`)}</Mark>{' '}
      {until ? t.rich('until', { at: () => <LocalTime at={until} show="date_time" /> }) : null}
      {reasons.length > 0 ? (
        <span className="a-sub">{reasons.map((reason) => t(`reason.${reason}`)).join(' ')}</span>
      ) : null}
    </span>
  )
}

/** What stands in the column of ages for a fact that has none. */
const FROM_NETWORK: readonly string[] = ['order_status', 'used_mb', 'started_at', 'install_signal']
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The facts about an eSIM, each with its age. What the network did not report is said so, never zero. */
export function DetailsTable({ facts, label }: { facts: readonly AnswerDetail[]; label: string }) {
  const t = useTranslations('admin-desk.card')
  const tLabel = useTranslations('admin.label')

  return (
    <ListTable
      label={label}
      className="a-tbl-pin"
      rows={facts}
      keyOf={({ name }) => name}
      first={[
        { head: tLabel('detail'), isName: true, cell: ({ name }) => knownLabel(t, 'fact', name) },
        {
          ...{ head: tLabel('value'), className: 'whitespace-normal phone:min-w-32' },
          cell: (detail) => <DetailText detail={detail} />,
        },
        { head: tLabel('read'), className: 'a-num a-soft', cell: (detail) => <ReadAge detail={detail} /> },
      ]}
    />
  )
}

function DetailText({ detail: { name, value } }: { detail: AnswerDetail }) {
  const t = useTranslations('admin-desk')
  if (value === null) {
    const isOpen = name === 'revealed_at' || name === 'locked_at'

    return t(isOpen ? 'card.nobody' : 'card.notReported')
  }
  if (name === 'order_status') return <NetworkStatus status={Number(value)} />
  if (name === 'used_mb') return t('cards.megabytes', { mb: value })
  if (INSTANT.test(value)) return <LocalTime at={new Date(value)} show="moment" />

  return <bdi>{hasLabel(t, 'card.value', value) ? knownLabel(t, 'card.value', value) : value}</bdi>
}

function ReadAge({ detail: { name, ageMs } }: { detail: AnswerDetail }) {
  const t = useTranslations('admin-desk.card')
  const tLabel = useTranslations('admin.label')
  if (ageMs !== null) {
    return tLabel.rich('ago', { age: () => <Span seconds={Math.max(0, Math.floor(ageMs / 1000))} /> })
  }

  return t(FROM_NETWORK.includes(name) ? 'never' : 'ownRecord')
}

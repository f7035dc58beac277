import { useTranslations } from 'next-intl'
import { OrderAction, type OrderActionSpec } from '#components/orders/admin/order-action.tsx'
import { reviewAction } from '#components/orders/admin/review-panel.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { REASON } from '#components/ui/admin/form-field.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { MoneyAmount, sumText } from '#components/ui/admin/money-amount.tsx'
import { ActionRows, Mark, Panel } from '#components/ui/admin/panel.tsx'
import { RelativeTime, Span } from '#components/ui/admin/relative-time.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import { prepare } from '#lib/core/client/prepare-call.ts'
import type { RecoveryView } from '#lib/fulfilment/queries/admin-recovery.ts'
import { REVIEW_ACTIONS } from '#lib/fulfilment/rules/review-actions.ts'
import type { readFullRecordCall } from '#lib/fulfilment/schema.ts'
import type { AdminOrder, ReviewActions, WaitingAction } from '#lib/orders/queries/admin-order.ts'
import type { RecordSubject } from '#lib/orders/rules/admin-order.ts'
import type { declineApprovalCall } from '#lib/orders/schema.ts'
import type { giveGoodwillCall } from '#lib/refunds/schema.ts'

type WaitingPanelProps = { order: AdminOrder; waiting: WaitingAction[]; reviews: ReviewActions[]; now: Date }

/** Acts on money that one person has asked for, and a second one has to agree to. */
export function WaitingPanel({ order, waiting, reviews, now }: WaitingPanelProps) {
  const t = useTranslations('admin-acts.second')
  if (waiting.length === 0) return null

  return (
    <Panel id="second" title={<Mark tone="wait">{t('title')}</Mark>}>
      <ActionRows>
        {waiting.map((action) => (
          <Waiting key={action.id} order={order} act={action} reviews={reviews} now={now} />
        ))}
      </ActionRows>
    </Panel>
  )
}

type WaitingProps = { order: AdminOrder; act: WaitingAction; reviews: ReviewActions[]; now: Date }

function Waiting({ order, act, reviews, now }: WaitingProps) {
  const t = useTranslations('admin-acts')
  const tag = useTag()
  const mismatches = useTranslations('admin-reconciliation')
  const isAboutMismatch = act.act.startsWith('finding.')
  const name =
    act.amountMinor === null
      ? knownLabel(t, isAboutMismatch ? 'second' : 'held', act.act.replace('held.', ''))
      : t('second.amount', { amount: `${sumText(act.amountMinor, order.currency, tag)} ${order.currency}` })
  const agree = toAgree(order, { act, reviews, name })
  const decline = declineApproval(
    { orderId: order.id, lookId: act.id },
    { press: t(act.isOwn ? 'second.withdraw' : 'second.decline'), effect: t('second.declineEffect') },
  )

  return (
    <li>
      <span>
        {name}
        <span className="a-sub">
          {t('second.by', { name: act.askedBy ?? '-', reason: act.reason })}{' '}
          <RelativeTime since={act.askedAt} now={now} />
        </span>
        {act.isOwn ? <span className="a-sub">{t('second.own')}</span> : null}
      </span>
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        {agree && !act.isOwn ? <OrderAction spec={{ ...agree, press: t('second.agree') }} variant="primary" /> : null}
        {isAboutMismatch && !act.isOwn ? (
          // What it would do is shown beside the mismatch, which is where it was asked for.
          <Link className="btn btn-small" href={`/admin/reconciliation?view=findings&q=${order.number}`}>
            {mismatches('view.findings')}
          </Link>
        ) : null}
        <OrderAction spec={decline} />
      </span>
    </li>
  )
}

/** Declines what waits for a second person, or takes it back. `orderId` is what it was asked about. */
export function declineApproval(
  { orderId, lookId }: { orderId: string; lookId: string },
  { press, effect }: { press: string; effect: string },
): OrderActionSpec {
  const call = prepare<typeof declineApprovalCall>('POST /api/admin/orders/[id]/second-looks/[lookId]', {
    params: { id: orderId, lookId },
  })

  return { title: press, press, effect, call, fields: [REASON] }
}

/** The very same act, as the second person sends it. */
function toAgree(
  order: AdminOrder,
  { act, reviews, name }: { act: WaitingAction; reviews: ReviewActions[]; name: string },
): OrderActionSpec | null {
  if (act.act === 'order.goodwill' && act.amountMinor !== null) {
    const { amountMinor } = act

    return {
      title: name,
      effect: act.reason,
      press: '',
      call: prepare<typeof giveGoodwillCall>('POST /api/admin/orders/[id]/items/[itemId]/goodwill', {
        params: { id: order.id, itemId: act.itemId ?? '' },
        body: { amountMinor },
      }),
      fields: [REASON],
      isOnce: true,
    }
  }
  const found = reviews.find(({ itemId }) => itemId === act.itemId)
  if (!found) return null
  const kind = REVIEW_ACTIONS.find((action) => act.act === `held.${action}`)
  if (!kind) return null

  return {
    title: name,
    effect: act.reason,
    press: '',
    ...reviewAction(order, { itemId: found.itemId, epoch: found.epoch, act: kind }),
    tone: 'danger',
  }
}

/** Says which acts have to wait while the network does not answer, and that the others need not. */
export function UnresponsiveProvider({ forMs }: { forMs: number | null }) {
  const t = useTranslations('admin-acts.silent')
  if (forMs === null) return null

  return (
    <Notice tone="wait">
      <b>{t.rich('title', { age: () => <Span seconds={Math.floor(forMs / 1_000)} /> })}</b> {t('waits')} {t('works')}
    </Notice>
  )
}

/** Why the store takes nothing at the moment, how far it is, and what keeps it. */
export function RecoveryPanel({ recovery, now }: { recovery: RecoveryView; now: Date }) {
  const t = useTranslations('admin')
  const { reason, since, lostSince, steps, fault, lastTryAt } = recovery
  const current = fault?.step ?? steps.find(({ doneAt }) => doneAt === null)?.step

  return (
    <section className="a-panel [&_p]:max-w-[68ch]" aria-labelledby="recovery">
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3.5 py-1.5 bg-amber-wash">
        <h2 id="recovery">
          <Mark tone="wait">{t('recovery.title')}</Mark>
        </h2>
        <span className="ms-auto a-meta">
          <RelativeTime since={since} now={now} />
        </span>
      </div>
      <div className="grid gap-3 p-3.5">
        <p>
          {t(`recovery.why.${reason}`)}{' '}
          {lostSince ? t.rich('recovery.lost', { at: () => <LocalTime at={lostSince} show="date_time" /> }) : null}
        </p>
        <p>{t('recovery.safe')}</p>
        <ol className="grid gap-2">
          {steps.map((step) => (
            <Step key={step.step} step={step} isCurrent={step.step === current} />
          ))}
        </ol>
        <p>
          {fault && lastTryAt
            ? t.rich('recovery.fault', {
                age: () => <RelativeTime since={lastTryAt} now={now} />,
                step: knownLabel(t, 'recovery.step', fault.step),
                fault: knownLabel(t, 'failure', fault.kind),
              })
            : t('recovery.next')}
        </p>
      </div>
    </section>
  )
}

type StepProps = { step: RecoveryView['steps'][number]; isCurrent: boolean }

function Step({ step: { step, doneAt, counts }, isCurrent }: StepProps) {
  const t = useTranslations('admin.recovery')
  const isDone = doneAt !== null && !isCurrent
  const state = isCurrent ? 'now' : isDone ? 'done' : 'later'

  return (
    <li className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-start gap-x-3 gap-y-1">
      <Mark tone={isCurrent ? 'wait' : isDone ? 'ok' : 'plain'}>{t(state)}</Mark>
      <span>
        {t(`step.${step}`)}
        {counts.length > 0 ? (
          <span className="a-sub">
            {counts.map(({ key, count }) => t(`count.${step}.${key}`, { count })).join(', ')}
          </span>
        ) : null}
      </span>
    </li>
  )
}

/** The one act that ends the right to cancel: what it costs is said before, and the number is typed by hand. */
export function RecordPanel({ order, records }: { order: AdminOrder; records: RecordSubject[] }) {
  const t = useTranslations('admin-acts.record')
  if (records.length === 0) return null

  return (
    <section
      className="min-w-0 overflow-clip rounded-[10px] border border-[color-mix(in_oklab,var(--rust)_55%,var(--card))] bg-card"
      aria-labelledby="full-record"
    >
      <header className="flex items-center gap-2 bg-rust-wash px-3.5 py-2 text-rust">
        <Icon name="lock" />
        <h2 id="full-record">{t('title')}</h2>
      </header>
      <ActionRows>
        {records.map((record) => (
          <One key={record.orderNum} order={order} record={record} />
        ))}
      </ActionRows>
      <p className="p-3.5 a-meta">{t('written')}</p>
    </section>
  )
}

function One({ order, record }: { order: AdminOrder; record: RecordSubject }) {
  const t = useTranslations('admin-acts.record')
  const tLabel = useTranslations('admin.label')
  const tag = useTag()
  const { orderNum, esims, isLocked, atStakeMinor } = record
  const { currency } = order
  const amount = `${sumText(atStakeMinor, currency, tag)} ${currency}`
  const lost = isLocked || atStakeMinor === 0 ? '' : ` ${t('lost', { amount })}`

  return (
    <li>
      <span>
        <span className="a-id wrap-anywhere whitespace-normal">{orderNum}</span>
        <span className="a-sub">
          {tLabel('esimCount', { count: esims })}
          {isLocked ? ` · ${t('locked')}` : null}
          {lost === '' ? null : (
            <>
              {' · '}
              <MoneyAmount minor={atStakeMinor} currency={currency} />
            </>
          )}
        </span>
      </span>
      <OrderAction
        spec={{
          title: t('title'),
          effect: `${t('effect', { order: orderNum })}${lost}`,
          press: t('press'),
          call: prepare<typeof readFullRecordCall>('POST /api/admin/orders/[id]/record', {
            params: { id: order.id },
            body: { orderNum },
          }),
          fields: [REASON, { kind: 'typed', name: 'typed', expect: orderNum }],
          tone: 'danger',
        }}
      />
    </li>
  )
}

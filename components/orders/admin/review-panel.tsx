import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { EvidenceTable } from '#components/orders/admin/evidence.tsx'
import { OrderAction, type OrderActionSpec } from '#components/orders/admin/order-action.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { REASON } from '#components/ui/admin/form-field.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { DataTable } from '#components/ui/admin/list-table.tsx'
import { MoneyAmount, Separator, sumText } from '#components/ui/admin/money-amount.tsx'
import { DescriptionList, Mark } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import { prepare } from '#lib/core/client/prepare-call.ts'
import { type ReviewAction, ruleFor } from '#lib/fulfilment/rules/review-actions.ts'
import type { decideReviewCall } from '#lib/fulfilment/schema.ts'
import type { AdminItem, AdminOrder, Candidate, ReviewActions } from '#lib/orders/queries/admin-order.ts'

type ReviewPanelProps = { order: AdminOrder; item: AdminItem; position: number; actions: ReviewActions; now: Date }

/** A line that waits for a person: why, the evidence, and everything that this person can decide about it. */
export function ReviewPanel({ order, item, position, actions, now }: ReviewPanelProps) {
  const t = useTranslations('admin-acts')
  const { choices, candidates } = actions
  const open = choices.filter(({ bar }) => bar === null)
  const again = choices.find(({ act, bar }) => act === 'place_again' && bar !== null && bar !== 'not_for_this')

  return (
    <ReviewCase item={item} position={position} currency={order.currency} now={now}>
      <div className="grid gap-3 p-3.5">
        {candidates.length > 0 ? <CandidateTable item={item} candidates={candidates} /> : null}
        {choices.length === 0 ? <p className="a-meta">{t('held.none')}</p> : null}
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 max-[480px]:[&>.btn]:flex-auto">
          {open.map(({ act, needsSecond }, index) => (
            <Choices
              key={act}
              act={act}
              order={order}
              actions={actions}
              isFirst={index === 1}
              needsSecond={needsSecond}
            />
          ))}
        </div>
        {again?.bar ? (
          <p className="a-meta">
            <b>{t('held.place_again')}</b>: {t(`bar.${again.bar}`)}
          </p>
        ) : null}
      </div>
    </ReviewCase>
  )
}

type ChoicesProps = {
  act: ReviewAction
  order: AdminOrder
  actions: ReviewActions
  isFirst: boolean
  needsSecond: boolean
}

/** Where a refund is about the payment, and not about the price of one item. */
const WHOLE_REFUNDS: Partial<Record<string, 'refundPayment' | 'refundRest'>> = {
  payment_mismatch: 'refundPayment',
  refunded_elsewhere: 'refundRest',
}

/** One button per act, and one per order that can be taken over. */
function Choices({ act, order, actions, isFirst, needsSecond }: ChoicesProps) {
  const t = useTranslations('admin-acts')
  const tag = useTag()
  const item = order.items.find(({ id }) => id === actions.itemId)
  const whole = act === 'refund' ? WHOLE_REFUNDS[item?.reason ?? ''] : undefined
  const effect = [t(`effect.${whole ?? act}`), ...(needsSecond ? [t('held.second')] : [])].join(' ')
  const spec = (name: string, orderNum?: string): OrderActionSpec => ({
    title: name,
    effect,
    press: name,
    ...reviewAction(order, { itemId: actions.itemId, epoch: actions.epoch, act, ...(orderNum ? { orderNum } : {}) }),
  })
  if (act === 'adopt') {
    return actions.candidates.map(({ orderNum }, index) => {
      const name = t('held.adoptOf', { number: orderNum })
      const variant = isFirst && index === 0 ? 'primary' : 'normal'

      return <OrderAction key={orderNum} spec={spec(name, orderNum)} variant={variant} />
    })
  }
  const amount = `${sumText(item?.priceMinor ?? 0, order.currency, tag)} ${order.currency}`
  const name = act === 'refund' && !whole ? t('held.refundOf', { amount }) : t(`held.${act}`)

  return <OrderAction spec={spec(name)} variant={isFirst ? 'primary' : 'normal'} />
}

type Wanted = Pick<ReviewActions, 'itemId' | 'epoch'> & { act: ReviewAction; orderNum?: string }

/** Decides about an item: why, and our number once more where that may buy or lose something. */
export function reviewAction(
  { id, number }: AdminOrder,
  { itemId, epoch, act, ...more }: Wanted,
): Pick<OrderActionSpec, 'call' | 'fields' | 'tone'> {
  const call = prepare<typeof decideReviewCall>('POST /api/admin/orders/[id]/items/[itemId]/decision', {
    params: { id, itemId },
    body: { act, epoch, ...more },
  })
  if (!ruleFor(act, null).needsNumber) return { call, fields: [REASON] }

  return { call, fields: [REASON, { kind: 'typed', name: 'typed', expect: number }], tone: 'danger' }
}

type ReviewCaseProps = { item: AdminItem; position: number; currency: string; now: Date; children?: ReactNode }

/** Why a line waits for a person: what is known in words, then what was written down. */
function ReviewCase({ item, position, currency, now, children }: ReviewCaseProps) {
  const t = useTranslations('admin')
  const reason = item.reason ?? 'unknown'
  const [attempt] = item.attempts

  return (
    <section
      className="a-panel border-[color-mix(in_oklab,var(--rust)_42%,var(--line))]"
      aria-labelledby={`case-${item.id}`}
    >
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3.5 py-1.5 border-b-[color-mix(in_oklab,var(--rust)_25%,var(--line))] bg-rust-wash">
        <h2 id={`case-${item.id}`}>
          <Mark tone="stop">{t('case.title', { reason: knownLabel(t, 'held', reason) })}</Mark>
        </h2>
        <span className="ms-auto a-meta">
          {t('case.line', { position })}
          <Separator />
          <MoneyAmount minor={item.priceMinor} currency={currency} />
          {item.heldSince ? (
            <>
              <Separator />
              <RelativeTime since={item.heldSince} now={now} />
            </>
          ) : null}
        </span>
      </div>
      <p className="p-3.5">
        {knownLabel(t, 'heldWhy', reason) === reason ? t('case.noWords') : knownLabel(t, 'heldWhy', reason)}
      </p>
      {item.evidence.length > 0 ? <EvidenceTable rows={item.evidence} /> : null}
      {attempt ? (
        <DescriptionList
          pairs={[
            { name: t('case.attempt'), value: `${attempt.n}${t('comma')}${knownLabel(t, 'attempt', attempt.state)}` },
            {
              name: t('fact.reference'),
              value: <span className="a-id wrap-anywhere whitespace-normal">{attempt.reference}</span>,
            },
            ...(attempt.code === null ? [] : [{ name: t('fact.code'), value: String(attempt.code) }]),
            { name: t('case.looks'), value: String(attempt.looks) },
          ]}
        />
      ) : null}
      {children}
    </section>
  )
}

/** What was sent beside what the network lists; what differs is marked. */
function CandidateTable({ item, candidates }: { item: AdminItem; candidates: Candidate[] }) {
  const t = useTranslations('admin-acts')
  const tLabel = useTranslations('admin.label')
  const unknown = tLabel('notKnown')
  const [attempt] = item.attempts
  const { count } = item.plan

  return (
    <DataTable
      label={t('evidence.title')}
      heads={[null, t('evidence.sent'), ...candidates.map((_, index) => t('held.candidate', { n: index + 1 }))]}
      className="[&_:is(th,td)]:align-top [&_:is(th,td)]:whitespace-normal"
    >
      <tr>
        <th scope="row">{tLabel('providerOrder')}</th>
        <td>{unknown}</td>
        {candidates.map(({ orderNum }) => (
          <td key={orderNum} className="a-id wrap-anywhere whitespace-normal">
            {orderNum}
          </td>
        ))}
      </tr>
      <tr>
        <th scope="row">{tLabel('placed')}</th>
        <td>{attempt?.sentAt ? <LocalTime at={attempt.sentAt} show="moment" /> : unknown}</td>
        {candidates.map(({ orderNum, createdAt }) => (
          <td key={orderNum}>{createdAt ? <LocalTime at={new Date(createdAt)} show="moment" /> : unknown}</td>
        ))}
      </tr>
      <Row name={t('evidence.count')} ours={count} values={candidates.map((one) => [one.orderNum, one.count])} />
      <Row name={t('evidence.cards')} ours={count} values={candidates.map((one) => [one.orderNum, one.esims])} />
      <Row name={t('evidence.status')} ours={null} values={candidates.map((one) => [one.orderNum, one.status])} />
    </DataTable>
  )
}

function Row({ name, ours, values }: { name: string; ours: number | null; values: [string, number | null][] }) {
  const t = useTranslations('admin.label')

  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{ours ?? '-'}</td>
      {values.map(([orderNum, value]) => (
        <td key={orderNum} className={ours !== null && value !== null && value !== ours ? 'bg-amber-wash' : undefined}>
          {value ?? t('notKnown')}
        </td>
      ))}
    </tr>
  )
}

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { EvidenceTable } from '#components/orders/admin/evidence.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { MoneyAmount, Separator } from '#components/ui/admin/money-amount.tsx'
import {
  DescriptionList,
  Mark,
  type MarkTone,
  Metric,
  type Pair,
  Panel,
  PanelPart,
} from '#components/ui/admin/panel.tsx'
import type { AdminCancellation, AdminOrder, AdminRefund } from '#lib/orders/queries/admin-order.ts'

const SEGMENTS = {
  kept: 'bg-sea',
  open: 'bg-amber',
  back: 'bg-[repeating-linear-gradient(135deg,var(--ink-soft)_0_2px,color-mix(in_oklab,var(--ink-soft)_22%,var(--card))_2px_5px)]',
}

/** Held, captured, refunded and margin; below them where the captured sum stands. The parts add up to it. */
export function MoneyPanel({ order }: { order: AdminOrder }) {
  const t = useTranslations('admin')
  const { currency, money, payments } = order
  const parts = [
    { key: 'kept' as const, minor: money.keptMinor },
    { key: 'open' as const, minor: money.openMinor },
    { key: 'back' as const, minor: money.refundedMinor },
  ].filter(({ minor }) => minor > 0)

  return (
    <Panel
      id="money"
      title={t('label.money')}
      beside={payments.map(({ id, provider, state, reason, isTest }) => (
        <span key={id} className="a-meta">
          {t(isTest ? 'money.test' : 'money.real', { provider: knownLabel(t, 'provider', provider) })}
          <Separator />
          {knownLabel(t, 'payment', state)}
          {reason ? ` (${knownLabel(t, 'held', reason)})` : null}
        </span>
      ))}
    >
      <div className="grid gap-3 p-3.5">
        <div className="grid grid-cols-4 phone:grid-cols-2 phone:gap-y-3">
          <MoneyStep name={t('money.held')} minor={money.authorisedMinor} currency={currency} />
          <MoneyStep name={t('money.captured')} minor={money.capturedMinor} currency={currency} />
          <MoneyStep name={t('money.refunded')} minor={money.refundedMinor} currency={currency} />
          {order.margin === null ? (
            <Step name={t('money.total')} value={<MoneyAmount minor={order.totalMinor} currency={currency} bare />} />
          ) : (
            <MoneyStep name={t('label.margin')} minor={order.margin.minor} currency={order.margin.currency} />
          )}
          {order.rate && (
            <Step
              name={t('money.rate', { currency: order.rate.store })}
              value={<bdi>{`${order.rate.rate} ${order.rate.sale}`}</bdi>}
            />
          )}
        </div>
        {parts.length > 0 ? (
          <>
            <div className="flex h-3 gap-0.5" aria-hidden="true">
              {parts.map(({ key, minor }) => (
                <span key={key} className={`min-w-1 rounded-xs ${SEGMENTS[key]}`} style={{ flexGrow: minor }} />
              ))}
            </div>
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
              {parts.map(({ key, minor }) => (
                <span key={key} className="inline-flex items-center gap-1.5 text-small text-ink-soft">
                  <i className={`size-2.5 rounded-xs ${SEGMENTS[key]}`} aria-hidden="true" />
                  {t(`money.${key}`)} <MoneyAmount minor={minor} currency={currency} />
                </span>
              ))}
              <span className="a-meta">
                {t('money.sumsTo')} <MoneyAmount minor={money.capturedMinor} currency={currency} />
              </span>
            </p>
          </>
        ) : (
          <p className="a-meta">{t('money.nothing')}</p>
        )}
        {order.uses.map(({ promotionId, code, discountMinor, releasedAt }) => (
          <p key={promotionId} className="a-meta">
            {t.rich(releasedAt ? 'money.voucherFree' : 'money.voucher', { code, b: (chunks) => <bdi>{chunks}</bdi> })}{' '}
            <MoneyAmount minor={-discountMinor} currency={currency} />
          </p>
        ))}
      </div>
    </Panel>
  )
}

function MoneyStep({ name, minor, currency }: { name: string; minor: number; currency: string }) {
  return <Step name={`${name} ${currency}`} value={<MoneyAmount minor={minor} currency={currency} bare />} />
}

function Step(metric: { name: string; value: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5 border-line px-3.5 not-first:border-s first:ps-0 phone:odd:border-s-0 phone:odd:ps-0">
      <Metric {...metric} size="text-[1.2rem]/[1.05]" />
    </div>
  )
}

const CANCEL_TONES: Record<string, MarkTone> = { CONFIRMED: 'back', REFUSED: 'stop', HELD: 'stop' }
const REFUND_TONES: Record<string, MarkTone> = { DONE: 'back', REFUSED: 'stop' }

/** Every try to give an order back: what was asked of the network, and money on its way. Nothing where there was none. */
export function GivenBackPanel({ order }: { order: AdminOrder }) {
  const t = useTranslations('admin.back')
  const { cancellations, refunds } = order
  if (cancellations.length + refunds.length === 0) return null

  return (
    <Panel id="given-back" title={t('title')} hint={cancellations.length + refunds.length}>
      {cancellations.map((cancellation) => (
        <Cancellation key={cancellation.id} cancellation={cancellation} />
      ))}
      {refunds.map((refund) => (
        <Refund key={refund.id} refund={refund} />
      ))}
    </Panel>
  )
}

function Cancellation({ cancellation }: { cancellation: AdminCancellation }) {
  const t = useTranslations('admin')
  const { orderNum, state, reason, askedBy, askedAt, sentAt, endedAt, looks, esims, facts } = cancellation

  return (
    <PanelPart
      title={t('back.cancellation')}
      end={<Mark tone={CANCEL_TONES[state] ?? 'wait'}>{knownLabel(t, 'cancel', state)}</Mark>}
    >
      <DescriptionList
        pairs={[
          { name: t('back.order'), value: <span className="a-id">{orderNum}</span> },
          ...esims.map(({ iccid, answer }) => ({
            name: `ICCID …${iccid.slice(-6)}`,
            value: answer === null ? <span className="a-id">{iccid}</span> : knownLabel(t, 'back.answer', answer),
          })),
          ...(esims.length === 0 ? [{ name: t('fact.cards'), value: t('back.whole') }] : []),
          ...byWhom(t, { reason, askedBy }),
          moment(t('back.asked'), askedAt),
          ...(sentAt ? [moment(t('back.sent'), sentAt)] : []),
          ...(endedAt ? [moment(t('back.ended'), endedAt)] : []),
          { name: t('case.looks'), value: String(looks) },
        ]}
      />
      {facts.length > 0 ? <EvidenceTable rows={facts} /> : null}
    </PanelPart>
  )
}

function Refund({ refund }: { refund: AdminRefund }) {
  const t = useTranslations('admin')
  const { kind, state, amountMinor, currency, reason, askedBy, createdAt, sentAt, doneAt } = refund

  return (
    <PanelPart
      title={
        <>
          {t('back.refund')} <MoneyAmount minor={amountMinor} currency={currency} />
        </>
      }
      end={<Mark tone={REFUND_TONES[state] ?? 'wait'}>{knownLabel(t, 'refundState', state)}</Mark>}
    >
      <DescriptionList
        pairs={[
          { name: t('back.kind'), value: knownLabel(t, 'refundKind', kind) },
          ...byWhom(t, { reason, askedBy }),
          moment(t('back.asked'), createdAt),
          ...(sentAt ? [moment(t('back.sent'), sentAt)] : []),
          ...(doneAt ? [moment(t('back.ended'), doneAt)] : []),
        ]}
      />
    </PanelPart>
  )
}

function byWhom(
  t: (key: 'fact.reason' | 'back.askedBy') => string,
  { reason, askedBy }: { reason: string | null; askedBy: string | null },
): Pair[] {
  return [
    ...(reason ? [{ name: t('fact.reason'), value: knownLabel(t, 'held', reason) }] : []),
    ...(askedBy ? [{ name: t('back.askedBy'), value: knownLabel(t, 'actor', askedBy) }] : []),
  ]
}

function moment(name: string, at: Date): Pair {
  return { name, value: <LocalTime at={at} show="moment" /> }
}

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { EvidenceTable } from '#components/orders/admin/evidence.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { MoneyAmount, Separator } from '#components/ui/admin/money-amount.tsx'
import { DescriptionList, Mark, type MarkTone, type Pair, Panel } from '#components/ui/admin/panel.tsx'
import type { AdminCancellation, AdminOrder, AdminRefund } from '#lib/orders/rules/admin-order.ts'

/** Held, captured, refunded and margin; below them where the captured sum stands. The parts add up to it. */
export function MoneyPanel({ order }: { order: AdminOrder }) {
  const t = useTranslations('admin')
  const { currency, money, payments } = order
  const parts = [
    { key: 'kept', minor: money.keptMinor },
    { key: 'open', minor: money.openMinor },
    { key: 'back', minor: money.refundedMinor },
  ].filter(({ minor }) => minor > 0)

  return (
    <Panel
      id="money"
      title={t('money.title')}
      beside={payments.map(({ id, provider, state, reason, isTest }) => (
        <span key={id} className="a-meta">
          {t(isTest ? 'money.test' : 'money.real', { provider: knownLabel(t, 'provider', provider) })}
          <Separator />
          {knownLabel(t, 'payment', state)}
          {reason ? ` (${knownLabel(t, 'held', reason)})` : null}
        </span>
      ))}
    >
      <div className="a-pb a-pb-stack">
        <div className="a-steps">
          <Metric name={t('money.held')} minor={money.authorisedMinor} currency={currency} />
          <Metric name={t('money.captured')} minor={money.capturedMinor} currency={currency} />
          <Metric name={t('money.refunded')} minor={money.refundedMinor} currency={currency} />
          {order.margin === null ? (
            <div>
              <span className="a-cap">{t('money.total')}</span>
              <span className="a-fig">
                <MoneyAmount minor={order.totalMinor} currency={currency} bare />
              </span>
            </div>
          ) : (
            <Metric name={t('money.margin')} minor={order.margin.minor} currency={order.margin.currency} />
          )}
          {order.rate && (
            <div>
              <span className="a-cap">{t('money.rate', { currency: order.rate.store })}</span>
              <span className="a-fig">
                <bdi>{`${order.rate.rate} ${order.rate.sale}`}</bdi>
              </span>
            </div>
          )}
        </div>
        {parts.length > 0 ? (
          <>
            <div className="a-bar" aria-hidden="true">
              {parts.map(({ key, minor }) => (
                <span key={key} className={`a-seg-${key}`} style={{ flexGrow: minor }} />
              ))}
            </div>
            <p className="a-row">
              {parts.map(({ key, minor }) => (
                <span key={key} className="a-key">
                  <i className={`a-seg-${key}`} aria-hidden="true" />
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

function Metric({ name, minor, currency }: { name: string; minor: number; currency: string }) {
  return (
    <div>
      <span className="a-cap">
        {name} {currency}
      </span>
      <span className="a-fig">
        <MoneyAmount minor={minor} currency={currency} bare />
      </span>
    </div>
  )
}

const CANCEL_TONES: Record<string, MarkTone> = { CONFIRMED: 'back', REFUSED: 'stop', HELD: 'stop' }
const REFUND_TONES: Record<string, MarkTone> = { DONE: 'back', REFUSED: 'stop' }

/** Every try to give an order back: what was asked of the network, and money on its way. Nothing where there was none. */
export function GivenBackPanel({ order }: { order: AdminOrder }) {
  const t = useTranslations('admin.back')
  const { cancellations, refunds, currency } = order
  if (cancellations.length + refunds.length === 0) return null

  return (
    <Panel id="given-back" title={t('title')} hint={cancellations.length + refunds.length}>
      {cancellations.map((cancellation) => (
        <Cancellation key={cancellation.id} cancellation={cancellation} />
      ))}
      {refunds.map((refund) => (
        <Refund key={refund.id} refund={refund} currency={currency} />
      ))}
    </Panel>
  )
}

function Cancellation({ cancellation }: { cancellation: AdminCancellation }) {
  const t = useTranslations('admin')
  const { orderNum, state, reason, askedBy, askedAt, sentAt, endedAt, looks, esims, facts } = cancellation

  return (
    <div className="a-fact">
      <Head
        title={t('back.cancellation')}
        tone={CANCEL_TONES[state] ?? 'wait'}
        state={knownLabel(t, 'cancel', state)}
      />
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
    </div>
  )
}

function Refund({ refund, currency }: { refund: AdminRefund; currency: string }) {
  const t = useTranslations('admin')
  const { kind, state, amountMinor, reason, askedBy, createdAt, sentAt, doneAt } = refund

  return (
    <div className="a-fact">
      <Head
        title={
          <>
            {t('back.refund')} <MoneyAmount minor={amountMinor} currency={currency} />
          </>
        }
        tone={REFUND_TONES[state] ?? 'wait'}
        state={knownLabel(t, 'refundState', state)}
      />
      <DescriptionList
        pairs={[
          { name: t('back.kind'), value: knownLabel(t, 'refundKind', kind) },
          ...byWhom(t, { reason, askedBy }),
          moment(t('back.asked'), createdAt),
          ...(sentAt ? [moment(t('back.sent'), sentAt)] : []),
          ...(doneAt ? [moment(t('back.ended'), doneAt)] : []),
        ]}
      />
    </div>
  )
}

function Head({ title, tone, state }: { title: ReactNode; tone: MarkTone; state: string }) {
  return (
    <div className="a-fact-head">
      <h3>{title}</h3>
      <span className="a-ph-end">
        <Mark tone={tone}>{state}</Mark>
      </span>
    </div>
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

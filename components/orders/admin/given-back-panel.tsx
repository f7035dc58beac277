import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { EvidenceTable } from '#components/orders/admin/evidence.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DescriptionList, type Pair } from '#components/ui/admin/description-list.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark, type MarkTone } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Sum } from '#components/ui/admin/sum.tsx'
import type { AdminCancellation, AdminOrder, AdminRefund } from '#lib/orders/rules/admin-order.ts'

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
        state={knownWords(t, 'cancel', state)}
      />
      <DescriptionList
        pairs={[
          { name: t('back.order'), value: <span className="a-id">{orderNum}</span> },
          ...esims.map(({ iccid, answer }) => ({
            name: `ICCID …${iccid.slice(-6)}`,
            value: answer === null ? <span className="a-id">{iccid}</span> : knownWords(t, 'back.answer', answer),
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
            {t('back.refund')} <Sum minor={amountMinor} currency={currency} />
          </>
        }
        tone={REFUND_TONES[state] ?? 'wait'}
        state={knownWords(t, 'refundState', state)}
      />
      <DescriptionList
        pairs={[
          { name: t('back.kind'), value: knownWords(t, 'refundKind', kind) },
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
    ...(reason ? [{ name: t('fact.reason'), value: knownWords(t, 'held', reason) }] : []),
    ...(askedBy ? [{ name: t('back.askedBy'), value: knownWords(t, 'actor', askedBy) }] : []),
  ]
}

function moment(name: string, at: Date): Pair {
  return { name, value: <LocalTime at={at} show="moment" /> }
}

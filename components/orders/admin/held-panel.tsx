import { useLocale, useTranslations } from 'next-intl'
import { ActButton } from '#components/orders/admin/act-button.tsx'
import type { ActField, ActSpec } from '#components/orders/admin/act-spec.ts'
import { CandidateTable } from '#components/orders/admin/candidate-table.tsx'
import { HeldCase } from '#components/orders/admin/held-case.tsx'
import { sumText } from '#components/ui/admin/sum.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import type { AdminLine, AdminOrder } from '#lib/orders/rules/admin-order.ts'
import type { HeldActs } from '#lib/orders/rules/admin-order-acts.ts'

const TYPED = ['place_again', 'write_off']

type HeldPanelProps = { order: AdminOrder; line: AdminLine; position: number; acts: HeldActs; now: Date }

/** A line that waits for a person: why, the evidence, and everything that this person can decide about it. */
export function HeldPanel({ order, line, position, acts, now }: HeldPanelProps) {
  const t = useTranslations('admin-acts')
  const { choices, candidates } = acts
  const open = choices.filter(({ bar }) => bar === null)
  const again = choices.find(({ act, bar }) => act === 'place_again' && bar !== null && bar !== 'not_for_this')

  return (
    <HeldCase line={line} position={position} currency={order.currency} now={now}>
      <div className="a-pb a-pb-stack">
        {candidates.length > 0 ? <CandidateTable line={line} candidates={candidates} /> : null}
        {choices.length === 0 ? <p className="a-meta">{t('held.none')}</p> : null}
        <div className="a-row a-case-acts">
          {open.map(({ act, needsSecond }, index) => (
            <Choices key={act} act={act} order={order} acts={acts} isFirst={index === 1} needsSecond={needsSecond} />
          ))}
        </div>
        {again?.bar ? (
          <p className="a-meta">
            <b>{t('held.place_again')}</b>: {t(`bar.${again.bar}`)}
          </p>
        ) : null}
      </div>
    </HeldCase>
  )
}

type ChoicesProps = {
  act: HeldActs['choices'][number]['act']
  order: AdminOrder
  acts: HeldActs
  isFirst: boolean
  needsSecond: boolean
}

/** One button per act, and one per order that can be taken over. */
function Choices({ act, order, acts, isFirst, needsSecond }: ChoicesProps) {
  const t = useTranslations('admin-acts')
  const tag = intlTag(toLocale(useLocale()))
  const line = order.lines.find(({ id }) => id === acts.lineId)
  const effect = needsSecond ? `${t(`effect.${act}`)} ${t('held.second')}` : t(`effect.${act}`)
  const fields: ActField[] = [
    { kind: 'reason' },
    ...(TYPED.includes(act) ? [{ kind: 'typed', name: 'typed', expect: order.number } as const] : []),
  ]
  const spec = (name: string, orderNum?: string): ActSpec => ({
    title: name,
    effect,
    press: name,
    path: `/api/admin/orders/${order.id}/lines/${acts.lineId}/decision`,
    body: { act, epoch: acts.epoch, ...(orderNum ? { orderNum } : {}) },
    fields,
    ...(TYPED.includes(act) ? { tone: 'danger' } : {}),
  })
  if (act === 'adopt') {
    return acts.candidates.map(({ orderNum }, index) => {
      const name = t('held.adoptOf', { number: orderNum })
      const look = isFirst && index === 0 ? 'primary' : 'normal'

      return <ActButton key={orderNum} spec={spec(name, orderNum)} look={look} />
    })
  }
  const amount = `${sumText(line?.priceMinor ?? 0, order.currency, tag)} ${order.currency}`
  const name = act === 'refund' ? t('held.refundOf', { amount }) : t(`held.${act}`)

  return <ActButton spec={spec(name)} look={isFirst ? 'primary' : 'normal'} />
}

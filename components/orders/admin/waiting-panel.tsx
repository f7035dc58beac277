import { useLocale, useTranslations } from 'next-intl'
import { ActButton } from '#components/orders/admin/act-button.tsx'
import type { ActSpec } from '#components/orders/admin/act-spec.ts'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import { sumText } from '#components/ui/admin/sum.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import type { AdminOrder, HeldActs, WaitingAct } from '#lib/orders/rules/admin-order.ts'

type WaitingPanelProps = { order: AdminOrder; waiting: WaitingAct[]; held: HeldActs[]; now: Date }

/** Acts on money that one person has asked for, and a second one has to agree to. */
export function WaitingPanel({ order, waiting, held, now }: WaitingPanelProps) {
  const t = useTranslations('admin-acts.second')
  if (waiting.length === 0) return null

  return (
    <Panel id="second" title={<Mark tone="wait">{t('title')}</Mark>}>
      <ul className="a-acts">
        {waiting.map((act) => (
          <Waiting key={act.id} order={order} act={act} held={held} now={now} />
        ))}
      </ul>
    </Panel>
  )
}

type WaitingProps = { order: AdminOrder; act: WaitingAct; held: HeldActs[]; now: Date }

function Waiting({ order, act, held, now }: WaitingProps) {
  const t = useTranslations('admin-acts')
  const tag = intlTag(toLocale(useLocale()))
  const name =
    act.amountMinor === null
      ? knownWords(t, act.act.startsWith('finding.') ? 'second' : 'held', act.act.replace('held.', ''))
      : t('second.amount', { amount: `${sumText(act.amountMinor, order.currency, tag)} ${order.currency}` })
  const agree = toAgree(order, { act, held, name })
  const decline: ActSpec = {
    title: t(act.isOwn ? 'second.withdraw' : 'second.decline'),
    effect: t('second.declineEffect'),
    press: t(act.isOwn ? 'second.withdraw' : 'second.decline'),
    path: `/api/admin/orders/${order.id}/second-looks/${act.id}`,
    fields: [{ kind: 'reason' }],
  }

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
      <span className="a-row">
        {agree && !act.isOwn ? <ActButton spec={{ ...agree, press: t('second.agree') }} look="primary" /> : null}
        <ActButton spec={decline} />
      </span>
    </li>
  )
}

/** The very same act, as the second person sends it. */
function toAgree(
  order: AdminOrder,
  { act, held, name }: { act: WaitingAct; held: HeldActs[]; name: string },
): ActSpec | null {
  const item = `/api/admin/orders/${order.id}/items/${act.itemId}` as const
  if (act.act === 'order.goodwill' && act.amountMinor !== null) {
    const { amountMinor } = act

    return {
      title: name,
      effect: act.reason,
      press: '',
      path: `${item}/goodwill`,
      body: { amountMinor },
      fields: [{ kind: 'reason' }],
      isOnce: true,
    }
  }
  const found = held.find(({ itemId }) => itemId === act.itemId)
  if (!found) return null
  const kind = act.act.replace('held.', '')
  const typed = kind === 'write_off' ? [{ kind: 'typed', name: 'typed', expect: order.number } as const] : []

  return {
    title: name,
    effect: act.reason,
    press: '',
    path: `${item}/decision`,
    body: { act: kind, epoch: found.epoch },
    fields: [{ kind: 'reason' }, ...typed],
    tone: 'danger',
  }
}

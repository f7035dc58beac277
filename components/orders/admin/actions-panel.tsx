import { useTranslations } from 'next-intl'
import { cancelEsims, cancelOptions } from '#components/cancellations/admin/cancel-esims.ts'
import { useClosingActions } from '#components/cancellations/admin/cancellation-list.tsx'
import { OrderAction, type OrderActionSpec } from '#components/orders/admin/order-action.tsx'
import { reviewAction } from '#components/orders/admin/review-panel.tsx'
import { type FormOption, REASON } from '#components/ui/admin/form-field.ts'
import { sumText } from '#components/ui/admin/money-amount.tsx'
import { ActionRows, Panel } from '#components/ui/admin/panel.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import type { CancellationAnswer } from '#lib/cancellations/rules/cancellation-queue.ts'
import { CHOICE, prepare } from '#lib/core/client/prepare-call.ts'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import type { revealEsimAsStaffCall } from '#lib/esims/schema.ts'
import type { cancelItemCall, resumeSalesCall } from '#lib/fulfilment/schema.ts'
import type { AdminEsim, AdminOrder, OrderActions } from '#lib/orders/queries/admin-order.ts'
import { UNDELIVERED_STATES } from '#lib/orders/rules/item-states.ts'
import type { assignOrderCall, correctOrderEmailAsStaffCall, resendOrderLinkCall } from '#lib/orders/schema.ts'
import type { giveGoodwillCall, markPayoutDoneCall, resolveRefundCall } from '#lib/refunds/schema.ts'

type ActionsPanelProps = {
  order: AdminOrder
  actions: OrderActions
  staff: StaffMember
  /** Whether each delivered eSIM can go back, as far as it is known here. */
  eligibility: CancellationAnswer[]
}

/** Everything else that this person can do to the order, with what each act does said before it is pressed. */
export function ActionsPanel({ order, actions, staff, eligibility }: ActionsPanelProps) {
  const t = useTranslations('admin-acts')
  const tAdmin = useTranslations('admin')
  const all = listActions({
    order,
    actions,
    staff,
    eligibility,
    lineName: (position) => tAdmin('case.line', { position }),
    label: (name) => (name === 'esim' ? tAdmin('label.esim') : t(name)),
    closing: useClosingActions(staff),
  })
  if (all.length === 0) return null

  return (
    <Panel id="acts" title={tAdmin('label.actions')} hint={t('panel.hint')}>
      <ActionRows>
        {all.map((action) => (
          <One key={action.key} action={action} limitMinor={actions.limitMinor} currency={order.currency} />
        ))}
      </ActionRows>
    </Panel>
  )
}

function One({ action, limitMinor, currency }: { action: PanelAction; limitMinor: number | null; currency: string }) {
  const t = useTranslations('admin-acts')
  const tag = useTag()
  const { name, about, isLimited = false, spec } = action
  const { title, press, ...named } = name
    ? { title: t(`panel.${name}.name`), effect: t(`panel.${name}.effect`), press: t(`panel.${name}.press`) }
    : action.spec
  const limit =
    isLimited && limitMinor !== null
      ? ` ${t('panel.limit', { amount: `${sumText(limitMinor, currency, tag)} ${currency}` })}`
      : ''
  const effect = limit === '' ? named.effect : `${named.effect}${limit}`
  // A word that leads to a choice is not the word that carries it out.
  const chooses = spec.fields?.some(({ kind }) => kind === 'ticks')

  return (
    <li>
      <span>
        {title}
        {about ? <span className="a-soft"> {about}</span> : null}
        <span className="a-sub">{effect}</span>
      </span>
      <OrderAction spec={{ ...spec, title, effect, press: chooses ? title : press }} label={press} />
    </li>
  )
}

/** The acts of the panel, by the name of their sentences. */
type PanelActionName =
  | 'lookUp'
  | 'returnCards'
  | 'takeBack'
  | 'goodwill'
  | 'email'
  | 'link'
  | 'reveal'
  | 'assign'
  | 'refundAgain'
  | 'refundElsewhere'
  | 'payout'
  | 'sales'

/** An act of the panel. Its words are those of `name`, or its own; `about` says which of several things is meant. */
type PanelAction = { key: string; about?: string; isLimited?: boolean } & (
  | { name: PanelActionName; spec: Pick<OrderActionSpec, 'call' | 'fields' | 'isOnce'> }
  | { name?: never; spec: OrderActionSpec }
)

type Listing = ActionsPanelProps & {
  lineName: (position: number) => string
  label: (name: 'email' | 'cards' | 'esim' | 'panel.assign.name') => string
  closing: ReturnType<typeof useClosingActions>
}

/** Returns the acts that this person can do to the order now, the urgent ones first. */
function listActions(listing: Listing): PanelAction[] {
  return [
    ...lookUpActions(listing),
    ...openMatters(listing),
    ...cancellationActions(listing),
    ...moneyActions(listing),
    ...buyerActions(listing),
  ]
}

/** The worker looks by itself; whoever has the customer on the phone need not wait for it. */
function lookUpActions({ order, staff, lineName }: Listing): PanelAction[] {
  if (!can(staff, 'held.look')) return []

  return order.items.flatMap(({ id, state }, index): PanelAction[] =>
    state === 'UNKNOWN'
      ? [
          {
            key: `look-${id}`,
            name: 'lookUp',
            ...(order.items.length > 1 ? { about: lineName(index + 1) } : {}),
            // Which turn of the item it is about decides nothing: a look is harmless in every one.
            spec: reviewAction(order, { itemId: id, epoch: 0, act: 'look_again' }),
          },
        ]
      : [],
  )
}

/** What waits for a word: paused sales, returns that stay open, refused refunds, payouts. */
function openMatters({ order, actions, closing }: Listing): PanelAction[] {
  const { id } = order
  const fields = [REASON]
  const resume = { call: prepare<typeof resumeSalesCall>('POST /api/admin/orders/sales'), fields }
  const sales: PanelAction[] = actions.salesPause ? [{ key: 'sales', name: 'sales', spec: resume }] : []
  const returns = actions.openCancellations.flatMap((cancellationId) =>
    closing({ id, cancellationId }).map((spec): PanelAction => {
      const about = order.cancellations.find((one) => one.id === cancellationId)?.orderNum ?? ''

      return { key: `${spec.title}-${cancellationId}`, about, spec }
    }),
  )
  const refunds = actions.refusedRefunds.flatMap((refundId): PanelAction[] =>
    (['refundAgain', 'refundElsewhere'] as const).map((name) => ({
      key: `${name}-${refundId}`,
      name,
      spec: {
        call: prepare<typeof resolveRefundCall>('POST /api/admin/orders/[id]/refunds/[refundId]', {
          params: { id, refundId },
          body: { act: REFUND_ACTIONS[name] },
        }),
        fields,
      },
    })),
  )
  const payouts = actions.payouts.map(({ id: payoutId }): PanelAction => {
    const call = prepare<typeof markPayoutDoneCall>('POST /api/admin/orders/[id]/payouts/[payoutId]', {
      params: { id, payoutId },
    })

    return { key: `payout-${payoutId}`, name: 'payout', spec: { call, fields } }
  })

  return [...sales, ...returns, ...refunds, ...payouts]
}

const REFUND_ACTIONS = { refundAgain: 'try_again', refundElsewhere: 'paid_elsewhere' } as const

function cancellationActions({ order, staff, eligibility, lineName, label }: Listing): PanelAction[] {
  if (!can(staff, 'returns.ask')) return []
  const esims = order.items.filter(({ state }) => state === 'DELIVERED').flatMap((item) => item.esims)
  const returnable = esims.filter(({ cancelState }) => cancelState === 'NONE' || cancelState === 'REFUSED')
  const items = order.items.flatMap(({ id, state }, index): PanelAction[] =>
    UNDELIVERED_STATES.includes(state)
      ? [
          {
            key: `back-${id}`,
            name: 'takeBack',
            about: lineName(index + 1),
            isLimited: true,
            spec: {
              call: prepare<typeof cancelItemCall>('POST /api/admin/orders/[id]/items/[itemId]/take-back', {
                params: { id: order.id, itemId: id },
              }),
              fields: [REASON],
            },
          },
        ]
      : [],
  )
  const options = cancelOptions(returnable.map(toOption), eligibility)
  if (options.length === 0) return items
  const spec = cancelEsims({ orderId: order.id, label: label('cards'), options })

  return [{ key: 'return', name: 'returnCards', isLimited: true, spec }, ...items]
}

function moneyActions({ order, actions, lineName }: Listing): PanelAction[] {
  return actions.goodwill.map(({ itemId, position, leftMinor }) => ({
    key: `goodwill-${itemId}`,
    name: 'goodwill',
    ...(order.items.length > 1 ? { about: lineName(position) } : {}),
    spec: {
      call: prepare<typeof giveGoodwillCall>('POST /api/admin/orders/[id]/items/[itemId]/goodwill', {
        params: { id: order.id, itemId },
      }),
      fields: [{ kind: 'amount', name: 'amountMinor', currency: order.currency, maxMinor: leftMinor }, REASON],
      isOnce: true,
    },
  }))
}

function buyerActions({ order, actions, staff, label }: Listing): PanelAction[] {
  const params = { id: order.id }
  const shown = order.items.flatMap((item) => (item.state === 'DELIVERED' ? item.esims : []))
  const readable = shown.filter(({ state }) => state === 'sealed' || state === 'opened')
  const list: (PanelAction | null)[] = [
    can(staff, 'orders.correct_email') && !order.isErased
      ? {
          key: 'email',
          name: 'email',
          spec: {
            call: prepare<typeof correctOrderEmailAsStaffCall>('POST /api/admin/orders/[id]/email', { params }),
            fields: [{ kind: 'email', name: 'email', label: label('email') }, REASON],
          },
        }
      : null,
    can(staff, 'orders.mail') && !order.isErased
      ? {
          key: 'link',
          name: 'link',
          spec: { call: prepare<typeof resendOrderLinkCall>('POST /api/admin/orders/[id]/link', { params }) },
        }
      : null,
    can(staff, 'codes.reveal') && readable.length > 0
      ? {
          key: 'reveal',
          name: 'reveal',
          spec: {
            call: prepare<typeof revealEsimAsStaffCall>('POST /api/admin/orders/[id]/esims/[esimId]/reveal', {
              params: { ...params, esimId: CHOICE },
            }),
            fields: [{ kind: 'choice', name: 'choice', label: label('esim'), options: readable.map(toOption) }, REASON],
          },
        }
      : null,
    can(staff, 'orders.note')
      ? {
          key: 'assign',
          name: 'assign',
          ...(actions.assignee ? { about: actions.assignee.name } : {}),
          spec: {
            call: prepare<typeof assignOrderCall>('POST /api/admin/orders/[id]/assignee', { params }),
            fields: [
              {
                kind: 'choice',
                name: 'staffId',
                label: label('panel.assign.name'),
                options: actions.assignable.map(({ id, name }) => ({ value: id, label: name })),
              },
            ],
          },
        }
      : null,
  ]

  return list.filter((action) => action !== null)
}

function toOption({ id, iccid, traveller }: AdminEsim): FormOption {
  return { value: id, label: traveller ? `${iccid} ${traveller}` : iccid }
}

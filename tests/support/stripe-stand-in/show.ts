import type { IntentRow, RefundRow, SessionRow, World } from './world.ts'

type Shown = Record<string, unknown>

export function showSession(world: World, row: SessionRow, expand: string[]): Shown {
  const { intentId, intentMetadata, holdsCards, ...rest } = row
  const intent = intentId === null ? null : (world.intents.get(intentId) ?? null)
  const isExpanded = expand.some((path) => path.startsWith('payment_intent'))
  const inner = expand.map((path) => path.replace(/^payment_intent\./, ''))

  return {
    ...rest,
    object: 'checkout.session',
    livemode: false,
    url: row.status === 'open' ? row.url : null,
    payment_intent: intent && isExpanded ? showIntent(intent, inner) : (intent?.id ?? null),
  }
}

export function showIntent(row: IntentRow, expand: string[]): Shown {
  const { charge, ...rest } = row

  return {
    ...rest,
    object: 'payment_intent',
    latest_charge: charge && expand.includes('latest_charge') ? showCharge(row) : (charge?.id ?? null),
  }
}

export function showRefund(row: RefundRow): Shown {
  return { ...row, object: 'refund' }
}

function showCharge({ id, charge, currency }: IntentRow): Shown | null {
  if (!charge) return null
  const { capture_before, ...rest } = charge
  const card = capture_before === null ? {} : { capture_before }

  return { ...rest, object: 'charge', currency, payment_intent: id, payment_method_details: { type: 'card', card } }
}

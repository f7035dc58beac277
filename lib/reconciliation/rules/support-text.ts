import type { SideFacts } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

const QUESTIONS: Partial<Record<string, string>> = {
  upstream_order_unknown:
    'We did not place this order. Please tell us who or what placed it with our account, and whether it can be cancelled.',
  order_not_listed: 'We placed this order, and your list does not show it. Please tell us its state.',
  status_differs:
    'Your list and our records differ in the state of this order. Please tell us what happened, and when.',
  status_unknown: 'Your list gives this order a status that is not documented. Please tell us what it means.',
  cost_differs: 'Another amount was charged than your price list said when we ordered. Please explain or credit it.',
  cards_differ: 'Your list shows other cards for this order than were delivered to us. Please check.',
  iccid_twice: 'One card number stands in more than one order. Please tell us which order it belongs to.',
  top_up_elsewhere: 'We did not place this top-up. Please tell us who or what placed it with our account.',
  cancel_open: 'We asked for a cancellation of this order and cannot see its outcome. Please tell us its state.',
  cancelled_elsewhere: 'More of this order was cancelled than we asked for. Please tell us what happened, and when.',
}

const NAMES: [keyof SideFacts, string][] = [
  ['reference', 'Reference'],
  ['plan', 'Product'],
  ['count', 'Cards ordered'],
  ['state', 'State in your list'],
  ['cards', 'Cards in your list'],
  ['cost', 'Charged'],
  ['at', 'Created'],
]

/**
 * Returns a letter to the network's support about a discrepancy: what it needs to look the case up, without a code, a name
 * or a price of ours. In English for every reader, because that is what support there reads. `null` for a discrepancy that
 * is none of its business.
 */
export function supportText(discrepancy: {
  kind: string
  subject: string
  ours: SideFacts | null
  network: SideFacts | null
}): string | null {
  const question = QUESTIONS[discrepancy.kind]
  if (!question) return null
  const { network, ours } = discrepancy
  const facts = NAMES.flatMap(([key, name]) => {
    const value = network?.[key] ?? (key === 'reference' ? ours?.reference : undefined)

    return value === undefined || String(value) === ''
      ? []
      : [`${name}: ${Array.isArray(value) ? value.join(', ') : value}`]
  })
  const order = network?.order ?? discrepancy.subject

  return [`Order: ${order}`, ...facts, '', question].join('\n')
}

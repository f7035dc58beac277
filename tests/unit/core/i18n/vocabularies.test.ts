import { expect, test } from 'vitest'
import { AREAS } from '#components/ui/admin/areas.tsx'
import { NOT_ON_SALE_REASONS } from '#lib/catalog/rules/on-sale.ts'
import { PAUSE_REASONS } from '#lib/checkout/repository/sales-pause.ts'
import { AUDIT_EVENTS } from '#lib/core/rules/audit-events.ts'
import { MONTH_OPEN_KINDS } from '#lib/finance/rules/month-close.ts'
import { OWN_LOSSES } from '#lib/finance/rules/provider-ledger.ts'
import { ORDER_PROBLEMS } from '#lib/fulfilment/rules/accepted-order.ts'
import { RECOVERY_COUNTS, RECOVERY_REASONS, RECOVERY_STEPS } from '#lib/fulfilment/rules/recovery.ts'
import { REVIEW_ACTIONS, REVIEW_BARS } from '#lib/fulfilment/rules/review-actions.ts'
import { MAIL_KINDS } from '#lib/mail/rules/mail-kinds.ts'
import {
  ATTEMPT_FAULTS,
  END_REASONS,
  EXIT_REASONS,
  ITEM_STATES,
  PAYMENT_REASONS,
  REVIEW_REASONS,
} from '#lib/orders/rules/item-states.ts'
import { ORDER_EVENTS } from '#lib/orders/rules/order-history.ts'
import { PROMOTION_STATES } from '#lib/pricing/rules/admin-pricing.ts'
import { STOP_REASONS } from '#lib/pricing/rules/pricing-revision.ts'
import { VOUCHER_PROBLEMS } from '#lib/pricing/rules/voucher.ts'
import {
  DISCREPANCY_ACTIONS,
  DISCREPANCY_KINDS,
  RECONCILED_KINDS,
  RESOLUTIONS,
  ruleFor,
  SIDE_DETAILS,
  SIDES,
} from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import { CREDIT_STATES } from '#lib/refunds/rules/refund-ledger.ts'
import { SETTING_KEYS } from '#lib/settings/rules/settings.ts'
import { SHELVES } from '#lib/settings/rules/shop.ts'
import { leaves } from '#tests/support/messages.ts'

// Everything that is stored or answered as a word and shown to a person, by the group where its sentence stands. That the
// other languages say the same is told by the test of messages.
const VOCABULARIES: Record<string, Record<string, readonly string[]>> = {
  admin: {
    event: ORDER_EVENTS,
    act: AUDIT_EVENTS,
    mail: MAIL_KINDS,
    area: AREAS.map(({ name }) => name),
    discrepancy: DISCREPANCY_KINDS,
    held: [...REVIEW_REASONS, ...EXIT_REASONS, ...END_REASONS, ...PAYMENT_REASONS],
    heldWhy: REVIEW_REASONS,
    word: ORDER_PROBLEMS,
    failure: ATTEMPT_FAULTS,
    salesPause: PAUSE_REASONS,
    line: ITEM_STATES,
    unsoldReason: NOT_ON_SALE_REASONS,
    'recovery.why': RECOVERY_REASONS,
    'recovery.step': RECOVERY_STEPS,
    'recovery.count': RECOVERY_STEPS.flatMap((step) => RECOVERY_COUNTS[step].map((key) => `${step}.${key}`)),
  },
  'admin-acts': { held: REVIEW_ACTIONS, effect: REVIEW_ACTIONS, bar: REVIEW_BARS },
  'admin-finance': {
    'months.open': MONTH_OPEN_KINDS,
    'refunds.creditState': CREDIT_STATES,
    // A loss that a difference leaves is called like the difference.
    'losses.kind': OWN_LOSSES,
  },
  'admin-pricing': { shelf: SHELVES, 'draft.stopped': STOP_REASONS },
  'admin-promotions': { states: PROMOTION_STATES },
  'admin-reconciliation': {
    act: DISCREPANCY_ACTIONS,
    what: DISCREPANCY_ACTIONS.filter((action) => !ruleFor(action, '').isAtOnce),
    why: RECONCILED_KINDS,
    // One that an act of the page closed is called like the act.
    resolution: RESOLUTIONS.filter((one) => !(DISCREPANCY_ACTIONS as readonly string[]).includes(one)),
    fact: SIDE_DETAILS,
    side: SIDES,
    result: ['closed', 'asked', 'differs', 'no_answer'],
    runState: ['asked', 'running', 'finished', 'partial', 'failed'],
  },
  voucher: { problem: VOUCHER_PROBLEMS },
}

/** These have a sentence for each word, and none for anything else. */
const WHOLE = [
  'admin.unsoldReason',
  'admin-pricing.shelf',
  'admin-pricing.draft.stopped',
  'admin-promotions.states',
  'voucher.problem',
]

/** Set on the pages of the catalogue and of prices, which have words of their own. */
const SET_ELSEWHERE = ['shop.destinations', 'currencies.url', 'currencies.days']

/** The keys of a file that say something. */
async function keysOf(namespace: string): Promise<string[]> {
  const texts = leaves((await import(`#messages/en/${namespace}.json`)).default)

  return texts.filter(([, text]) => text !== '').map(([key]) => key)
}

const groups = Object.entries(VOCABULARIES).flatMap(([namespace, vocabularies]) =>
  Object.entries(vocabularies).map(([group, words]) => ({ at: `${namespace}.${group}`, namespace, group, words })),
)

test.each(groups)('$at has a sentence for every word', async ({ at, namespace, group, words }) => {
  const keys = await keysOf(namespace)
  const own = keys.filter((key) => key.startsWith(`${group}.`)).map((key) => key.slice(group.length + 1))

  expect(words.length).toBeGreaterThan(0)
  expect(words.filter((word) => !own.includes(word))).toEqual([])
  if (WHOLE.includes(at)) expect(own.sort()).toEqual([...words].sort())
})

test('every setting has a label', async () => {
  const keys = await keysOf('admin-settings')

  expect(SETTING_KEYS.filter((key) => !keys.includes(`field.${key}.label`))).toEqual(SET_ELSEWHERE)
})

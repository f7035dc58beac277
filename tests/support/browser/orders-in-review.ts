import { closeDatabase } from '#lib/core/repository/client.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { REVIEW_CASES, type ReviewCase, unknownOrder } from '#tests/support/items-in-review.ts'
import type { Started } from '#tests/support/sale.ts'
import { letOneDecide } from '#tests/support/staff.ts'

// Runs with the settings of a store whose own processes stand still: holds one paid line for each act that closes one, and
// leaves one whose call got no answer.
// An owner of an earlier journey may work here as well.
await letOneDecide(true)
const payments = { paymentsUrl: process.env.TEST_PAYMENTS_URL ?? '' }
const held: (Pick<ReviewCase, 'reason' | 'act' | 'ends'> & Pick<Started, 'orderId' | 'itemRef' | 'number'>)[] = []
for (const { reason, act, ends, arrange } of REVIEW_CASES) {
  if (held.some((one) => one.act === act)) continue
  const { orderId, itemRef, number } = await arrange(payments)
  held.push({ reason, act, ends, orderId, itemRef, number })
}
const unknown = await unknownOrder(payments)
await closeProvider()
await closeDatabase()
process.stdout.write(JSON.stringify({ held, unknown }))

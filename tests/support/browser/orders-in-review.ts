import { closeDatabase } from '#lib/core/repository/client.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { REVIEW_CASES, unknownOrder } from '#tests/support/items-in-review.ts'
import type { Started } from '#tests/support/sale.ts'
import { letOneDecide } from '#tests/support/staff.ts'

// Runs with the settings of a store whose own processes stand still: holds a paid line whose order is in the network and
// one that may be written off, and leaves one whose call got no answer.
// An owner of an earlier journey may work here as well.
await letOneDecide(true)
const payments = { paymentsUrl: process.env.TEST_PAYMENTS_URL ?? '' }
const arranged: Record<string, Pick<Started, 'orderId' | 'number'>> = { unknown: await unknownOrder(payments) }
for (const [act, why] of [
  ['adopt', 'no_look_up'],
  ['write_off', 'order_differs'],
] as const) {
  const held = REVIEW_CASES.find((one) => one.act === act && one.reason === why)
  if (held) arranged[act] = await held.arrange(payments)
}
await closeProvider()
await closeDatabase()
process.stdout.write(JSON.stringify(arranged))

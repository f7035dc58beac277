import { closeDatabase } from '#lib/core/repository/client.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { HELD_CASES } from '#tests/support/held.ts'
import { letOneDecide } from '#tests/support/staff.ts'

// Runs with the settings of a store whose own processes stand still: holds one paid line for each reason there is.
// An owner of an earlier journey may work here as well.
await letOneDecide(true)
const payments = { paymentsUrl: process.env.TEST_PAYMENTS_URL ?? '' }
const reasons = new Set(HELD_CASES.map(({ reason }) => reason))
const held = []
for (const wanted of reasons) {
  const [{ reason, act, ends, arrange } = { reason: '', act: '', ends: [], arrange: null }] = HELD_CASES.filter(
    (one) => one.reason === wanted,
  )
  if (!arrange) continue
  const { orderId, itemRef, number } = await arrange(payments)
  held.push({ reason, act, ends, orderId, itemRef, number })
}
await closeProvider()
await closeDatabase()
process.stdout.write(JSON.stringify(held))

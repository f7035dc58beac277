// A store of one buyer that plays a flow and ends itself at the place named by CRASH_AT: killed as by a power cut, or
// frozen with CRASH_SIGNAL=SIGSTOP, and CRASH_AFTER_MS later if that is set. Without CRASH_AT it prints the places it has
// passed, in their order.
import { onCrashPoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { recordPaymentEvent } from '#lib/payments/commands/read-payment.ts'
import { signatureHeader } from '#sandbox/payments/signature.ts'
import { type FlowInput, playFlow, workOn } from '#tests/support/crash-flows.ts'

const passed = new Set<string>()
let hasEnded = false
onCrashPoint((point) => {
  passed.add(point)
  const { CRASH_AT, CRASH_SIGNAL = 'SIGKILL', CRASH_AFTER_MS } = process.env
  // A frozen process that is woken passes the same place once more on its next order call.
  if (point !== CRASH_AT || hasEnded) return
  hasEnded = true
  const end = () => process.kill(process.pid, CRASH_SIGNAL)
  if (CRASH_AFTER_MS) setTimeout(end, Number(CRASH_AFTER_MS))
  else end()
})

const input = JSON.parse(process.env.CRASH_FLOW ?? '{}') as FlowInput
const patienceMs = 120_000
const played = await playFlow(input, { patienceMs, afterPaying: takeEvent })
// An event of the provider may lead to a place after the end of the flow, and comes when it comes.
if (process.env.CRASH_AT && !hasEnded) await workOn(played, { patienceMs, isDone: async () => hasEnded })
process.stdout.write(JSON.stringify([...passed]))
process.exit(0)

type Event = { id: string; type: string; createdAt: string; data: { sessionId: string } }

/** The provider's event arrives here, before the worker asks by itself. */
async function takeEvent(sessionId: string): Promise<void> {
  const { TEST_PAYMENTS_URL, TEST_PAYMENTS_WEBHOOK_SECRET = '' } = process.env
  const response = await fetch(`${TEST_PAYMENTS_URL}/_control/events`)
  const { events } = (await response.json()) as { events: Event[] }
  const event = events.findLast(({ data }) => data.sessionId === sessionId)
  if (!event) throw new Error('The provider has sent no event.')
  const { id, type, createdAt, data } = event
  const body = JSON.stringify({ id, type, createdAt, livemode: false, data })
  const signature = signatureHeader(body, TEST_PAYMENTS_WEBHOOK_SECRET, Math.floor(Date.now() / 1_000))
  await recordPaymentEvent('test', body, { 'test-payments-signature': signature })
}

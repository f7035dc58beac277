import 'server-only'
import { claimAccountAsk } from '#lib/auth/repository/accounts.ts'
import { storeEsimFacts } from '#lib/cancellations/repository/returns.ts'
import { listOwnEsims } from '#lib/customers/repository/own-esims.ts'
import { readSignals } from '#lib/esims/commands/esim-facts.ts'
import { ASK_EVERY_MS } from '#lib/esims/rules/usage.ts'

type Refreshed = { outcome: 'read' | 'no_answer' | 'too_soon' }

/**
 * Asks the network about the newest hundred eSIMs of a customer, in one call: until when each may be used, whether it takes
 * a top-up, and whether a device reports it. Once in five minutes, however often it is pressed.
 */
export async function refreshOwnEsims(
  customer: { accountId: string; email: string },
  now: Date = new Date(),
): Promise<Refreshed> {
  const esims = await listOwnEsims(customer.email)
  if (esims.length === 0) return { outcome: 'read' }
  if (!(await claimAccountAsk(customer.accountId, { now, everyMs: ASK_EVERY_MS }))) return { outcome: 'too_soon' }
  const said = await readSignals(esims)
  const answered = esims.filter((esim) => said(esim).signalReadAt)
  for (const esim of answered) await storeEsimFacts(esim.id, said(esim))

  return { outcome: answered.length > 0 ? 'read' : 'no_answer' }
}

import 'server-only'
import { claimAccountRequest } from '#lib/auth/repository/accounts.ts'
import { storeEsimReadings } from '#lib/cancellations/repository/cancellations.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Customer, findCustomer, findCustomerOrAccount } from '#lib/customers/repository/customers.ts'
import { listOwnEsims, storeProfile } from '#lib/customers/repository/own-account.ts'
import type { Profile } from '#lib/customers/rules/own-account.ts'
import { readSignals } from '#lib/esims/commands/esim-readings.ts'
import { REQUEST_EVERY_MS } from '#lib/esims/rules/usage.ts'

/** Finds the customer behind a person's row. Throws `not_found`; `conflict` with `reason` `erased` where nobody is named. */
export async function requireCustomer(personId: string, tx?: Tx): Promise<Customer> {
  return named(await findCustomer(personId, tx))
}

/** The same for whoever has ordered or has an account: `id` is that of a person's row or of an account. */
export async function requireCustomerOrAccount(id: string, tx?: Tx): Promise<Customer> {
  return named(await findCustomerOrAccount(id, tx))
}

function named(customer: Customer | null): Customer {
  if (!customer) throw new AppError('not_found', 'There is no such customer.')
  if (customer.email === '') throw new AppError('conflict', 'This person was erased.', { reason: 'erased' })

  return customer
}

/** Stores what a customer says about themselves. What it was is written down nowhere: it is theirs alone. */
export async function changeProfile({ accountId }: { accountId: string }, profile: Profile): Promise<void> {
  await transaction(async (tx) => {
    await storeProfile(accountId, profile, tx)
    await recordAudit({ actor: `guest:${accountId}`, act: 'account.profile_changed', subject: accountId }, tx)
  })
}

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
  if (!(await claimAccountRequest(customer.accountId, { now, everyMs: REQUEST_EVERY_MS })))
    return { outcome: 'too_soon' }
  const said = await readSignals(esims)
  const answered = esims.filter((esim) => said(esim).signalReadAt)
  for (const esim of answered) await storeEsimReadings(esim.id, said(esim))

  return { outcome: answered.length > 0 ? 'read' : 'no_answer' }
}

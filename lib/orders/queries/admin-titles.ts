import 'server-only'
import { destinationName } from '#lib/core/i18n/countries.ts'
import { db } from '#lib/core/repository/client.ts'
import { type Caller, can } from '#lib/core/rules/caller.ts'
import { maskEmail } from '#lib/core/rules/mask.ts'
import { findCustomerOrAccount } from '#lib/customers/repository/customers.ts'

/** The number of an order, for the title of its page; `null` when there is none or the caller may not see it. */
export async function orderTitle(caller: Caller | null, id: string): Promise<string | null> {
  if (!caller || !can(caller, 'orders.see')) return null
  const order = await db().order.findUnique({ where: { id }, select: { number: true } })

  return order?.number ?? null
}

/** The last digits of an eSIM; `null` as above. */
export async function esimTitle(caller: Caller | null, id: string): Promise<string | null> {
  if (!caller || !can(caller, 'orders.see')) return null
  const esim = await db().esim.findUnique({ where: { id }, select: { iccid: true } })

  return esim && `…${esim.iccid.slice(-4)}`
}

/** The address of a customer, shortened for who may not read it; `null` as above, or when it was erased. */
export async function customerTitle(caller: Caller | null, id: string): Promise<string | null> {
  if (!caller || !can(caller, 'orders.see')) return null
  const email = (await findCustomerOrAccount(id))?.email
  if (!email) return null

  return can(caller, 'persons.see') ? email : maskEmail(email)
}

/** The name of a destination in a language; `null` as above. */
export async function destinationTitle(caller: Caller | null, id: string, locale: string): Promise<string | null> {
  if (!caller || !can(caller, 'catalog.see') || !/^\d{1,9}$/.test(id)) return null
  const destination = await db().destination.findUnique({
    where: { id: Number(id) },
    select: { providerName: true, iso2: true, ownName: true, texts: true },
  })

  return destination && destinationName(destination, locale)
}

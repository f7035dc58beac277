import 'server-only'
import { companyBody } from '#lib/checkout/schema.ts'
import { allRows, eachRow } from '#lib/core/commands/each-row.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { paidTax } from '#lib/core/rules/allocate.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, ownsOrder } from '#lib/core/rules/caller.ts'
import type { CompanyData } from '#lib/core/rules/company.ts'
import {
  addInvoice,
  findInvoiceSums,
  listAwaitedInvoices,
  listInvoices,
  lockOrder,
  takeAwaitedCompany,
} from '#lib/finance/repository/invoices.ts'
import { invoiceSums } from '#lib/finance/rules/invoice.ts'
import { isSettled } from '#lib/orders/rules/order-status.ts'

/** Each takes a number of the year; more than these are no corrections any more. */
const MAX_PER_ORDER = 5
const BATCH = 50

/**
 * Makes an invoice with the data of a company for what was charged for an order and has not gone back, under the next number
 * of the year. The same data again gives the invoice that was made before; other data makes another one.
 *
 * Throws `not_found` for an order that this browser does not hold, `conflict` with `reason` `not_charged` before the order
 * is done and charged, and where nothing of it is kept, `too_many` after five.
 */
export async function issueInvoice(caller: Caller, orderId: string, company: CompanyData): Promise<{ id: string }> {
  if (!ownsOrder(caller, orderId)) throw new AppError('not_found', 'There is no such order for this browser.')

  return transaction(async (tx) => {
    await lockOrder(orderId, tx)
    // What was asked for at the checkout is answered by this: the worker makes no second one with other data.
    await takeAwaitedCompany(orderId, tx)

    return issue(orderId, { company, by: actorOf(caller) }, tx)
  })
}

/** Makes the invoices that buyers asked for at the checkout and whose orders are done: each once, however many processes try. */
export async function issueAwaitedInvoices(): Promise<void> {
  const awaited = allRows<string>(BATCH, (last) => listAwaitedInvoices({ after: last ?? '', limit: BATCH }))
  await eachRow(awaited, issueAwaited)
}

async function issueAwaited(id: string): Promise<void> {
  await transaction(async (tx) => {
    await lockOrder(id, tx)
    const company = companyBody.safeParse(await takeAwaitedCompany(id, tx))
    if (company.success) await issue(id, { company: company.data, by: 'store' }, tx)
  })
}

type Issued = { company: CompanyData; by: string }

async function issue(orderId: string, { company, by }: Issued, tx: Tx): Promise<{ id: string }> {
  await lockOrder(orderId, tx)
  const made = await listInvoices(orderId, tx)
  const [latest] = made
  if (latest && isSame(latest, company)) return { id: latest.id }
  if (made.length >= MAX_PER_ORDER) throw new AppError('conflict', 'Enough invoices.', { reason: 'too_many' })
  const order = await findInvoiceSums(orderId, tx)
  const totalMinor = order ? invoiceSums(order).keptMinor : 0
  if (!order || totalMinor === 0 || !isSettled(order.items.map(({ state }) => state))) {
    throw new AppError('conflict', 'Nothing was charged yet.', { reason: 'not_charged' })
  }
  const { mode, currency, items } = order
  // A share of the tax of all items would differ by its rounding from that of those which were charged.
  const charged = items.filter(({ notCaptured }) => !notCaptured)
  const taxOfCharged = charged.reduce((sum, { quote, priceMinor }) => sum + paidTax(quote, priceMinor), 0)
  const priceOfCharged = charged.reduce((sum, { priceMinor }) => sum + priceMinor, 0)
  const taxMinor = paidTax({ taxMinor: taxOfCharged, totalMinor: priceOfCharged }, totalMinor)
  const invoice = await addInvoice(
    { orderId, ...company, currency, totalMinor, taxMinor },
    { isTrial: mode === 'trial' },
    tx,
  )
  await recordAudit({ actor: by, act: 'account.invoice_issued', subject: invoice.id }, tx)

  return invoice
}

function isSame(one: CompanyData, other: CompanyData): boolean {
  return (['company', 'taxNumber', 'postalAddress'] as const).every((key) => one[key] === other[key])
}

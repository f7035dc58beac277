import 'server-only'
import { listInvoices } from '#lib/db/invoices.ts'
import { type Caller, ownsOrder } from '#lib/domain/caller.ts'
import type { InvoiceView } from '#lib/domain/invoice.ts'
import { money } from '#lib/domain/money.ts'
import { currencyCodeSchema } from '#lib/domain/money-schema.ts'

/** The invoices of an order, the newest first; none for whoever does not hold it. */
export async function getInvoices(caller: Caller, orderId: string): Promise<InvoiceView[]> {
  if (!ownsOrder(caller, orderId)) return []
  const rows = await listInvoices(orderId)

  return rows.map(({ currency: code, totalMinor, taxMinor, ...invoice }) => {
    const currency = currencyCodeSchema.parse(code)

    return { ...invoice, total: money(totalMinor, currency), tax: money(taxMinor, currency) }
  })
}

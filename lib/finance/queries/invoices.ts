import 'server-only'
import { type Caller, ownsOrder } from '#lib/core/rules/caller.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { money } from '#lib/core/rules/money.ts'
import { listInvoices } from '#lib/finance/repository/invoices.ts'
import type { InvoiceView } from '#lib/finance/rules/invoice.ts'

/** The invoices of an order, the newest first; none for whoever does not hold it. */
export async function getInvoices(caller: Caller, orderId: string): Promise<InvoiceView[]> {
  if (!ownsOrder(caller, orderId)) return []
  const rows = await listInvoices(orderId)

  return rows.map(({ currency: code, totalMinor, taxMinor, ...invoice }) => {
    const currency = currencyCodeSchema.parse(code)

    return { ...invoice, total: money(totalMinor, currency), tax: money(taxMinor, currency) }
  })
}

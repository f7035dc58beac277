import type { CompanyData } from '#lib/core/rules/company.ts'
import type { Money } from '#lib/core/rules/money.ts'

/** An invoice with the data of a company. Its sums never change after it was made. */
export type InvoiceView = CompanyData & {
  id: string
  number: string
  issuedAt: Date
  total: Money
  /** The tax inside the total, 0 where none is stated. */
  tax: Money
}

/** Returns the number of an invoice: a year, and how many it is of that year. */
export function invoiceNumber(year: number, nth: number): string {
  return `${year}-${String(nth).padStart(5, '0')}`
}

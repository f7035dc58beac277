import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'
import type { QuoteInput } from '#lib/checkout/rules/quote.ts'
import type { Money } from '#lib/core/rules/money.ts'
import { withoutMarks } from '#lib/core/rules/typed-text.ts'

/** The most orders that are made, and the most rows that are acted on, at a time. */
export const MAX_AT_ONCE = 50

const LONGEST_NAME = 80
const LONGEST_MAIL = 254

/** How an order for a customer is paid: by a mailed link, by bank transfer, or not at all. */
export const STAFF_PAYMENTS = ['link', 'bank_transfer', 'no_charge'] as const
export type StaffPayment = (typeof STAFF_PAYMENTS)[number]

/** What is wrong with a pasted row. */
export const ROW_PROBLEMS = ['no_mail', 'bad_mail', 'long_name', 'repeated', 'made_lately', 'blocked'] as const
export type RowProblem = (typeof ROW_PROBLEMS)[number]

/** A pasted row. `name` is empty where none was written; `n` counts from 1. */
export type BuyerRow = { n: number; text: string; name: string; email: string; problem: RowProblem | null }

/** An order for one customer or several, of the same. `typed` is the sum that is given away, as the page shows it. */
export type StaffOrderInput = QuoteInput & {
  planId: string
  locale: string
  buyers: string
  pay: StaffPayment
  consents: { terms: boolean; withdrawalInfo: boolean; deviceChecked: boolean }
  reason?: string
  typed?: string
  /** Those who were given an order for this plan within a day get a further one. */
  again?: boolean
  /** What one order costs, as the person saw it, in minor units. */
  seenMinor: number
}

/** What an order would be, before anything is bought. */
export type StaffOrderCheck = { rows: BuyerRow[]; each: Money; total: Money; typed: string; orders: number }

/** A further plan on a customer's eSIM. Its buyer and language are those of the order that the eSIM came with. */
export type StaffTopUpInput = Pick<
  StaffOrderInput,
  'planId' | 'days' | 'pay' | 'consents' | 'reason' | 'typed' | 'seenMinor'
>

/** What a top-up would cost, and the sum as it is to be typed to give it away. */
export type StaffTopUpCheck = { total: Money; typed: string }

/**
 * Reads pasted rows of "name, mail": one per line, parted by a comma, semicolon or tab, as a spreadsheet gives them. The
 * part with the "@" is the address, wherever it stands. Every written line gets a row, also one that cannot be used.
 */
export function readBuyers(text: string): BuyerRow[] {
  const seen = new Set<string>()

  return text
    .split(/\r?\n|\r/)
    .map((item) => withoutMarks(item))
    .filter((item) => item !== '')
    .map((item, index) => {
      const parts = item
        .split(/[,;\t]/)
        .map(bare)
        .filter((part) => part !== '')
      const email = (parts.find((part) => part.includes('@')) ?? '').toLowerCase()
      const name = parts.filter((part) => !part.includes('@')).join(' ')
      const problem = problemOf({ name, email }, seen)
      if (email !== '') seen.add(email)

      return { n: index + 1, text: item.slice(0, LONGEST_MAIL), name, email, problem }
    })
}

function problemOf({ name, email }: { name: string; email: string }, seen: ReadonlySet<string>): RowProblem | null {
  if (email === '') return 'no_mail'
  if (!isAddressShaped(email) || email.length > LONGEST_MAIL) return 'bad_mail'
  if (name.length > LONGEST_NAME) return 'long_name'

  return seen.has(email) ? 'repeated' : null
}

// Spreadsheets quote what they paste; a mail program writes <address>.
function bare(part: string): string {
  return part
    .trim()
    .replaceAll(/^["'<]+|["'>]+$/g, '')
    .trim()
}

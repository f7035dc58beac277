import type { StaffOrderResult } from '#lib/checkout/schema.ts'
import 'server-only'
import { makeQuote, makeQuotes } from '#lib/checkout/commands/make-quote.ts'
import { beginOrder, type StaffTerms } from '#lib/checkout/commands/start-order.ts'
import type { FullQuote } from '#lib/checkout/repository/quotes.ts'
import {
  type BuyerRow,
  MAX_AT_ONCE,
  readBuyers,
  STAFF_PAYMENTS,
  type StaffOrderCheck,
  type StaffOrderInput,
  type StaffPayment,
} from '#lib/checkout/rules/staff-order.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, can, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import { type Money, money, multiply, toDecimalText } from '#lib/core/rules/money.ts'
import type { PaymentMethod } from '#lib/core/rules/payment-method.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findMadeLately } from '#lib/orders/repository/order-tags.ts'
import { findStarted, listBlockedBuyers, type Once } from '#lib/orders/repository/orders.ts'
import { offeredMethods } from '#lib/payments/commands/payments.ts'

/** How long a customer has to pay by a mailed link: a provider's page stands for a day at most. */
export const PAY_WITHIN_MS = 23 * 3_600_000

type Terms = { pay: StaffPayment; reason?: string; typed?: string }

/** The member of staff who may make an order that is paid this way. Throws `forbidden`, `bad_input`. */
export async function requireStaffOrderPermission(caller: Caller, pay: StaffPayment): Promise<StaffMember> {
  const staff = requirePermission(caller, pay === 'no_charge' ? 'orders.give' : 'orders.make')
  if (pay !== 'no_charge' && !(await methodOf(pay))) {
    throw new AppError('bad_input', 'This way to pay is not offered.', { reason: 'no_such_payment' })
  }

  return staff
}

/** How a customer can be asked to pay in this store. An order without charge needs the right to give it. */
export async function staffPayments(caller: Caller): Promise<StaffPayment[]> {
  const methods = await Promise.all(STAFF_PAYMENTS.map(methodOf))

  return STAFF_PAYMENTS.filter((pay, at) =>
    pay === 'no_charge' ? can(caller, 'orders.give') : methods[at] !== undefined,
  )
}

/** The method behind a way to pay: a link leads to a page of the provider's, or of the test's. */
export async function methodOf(pay: StaffPayment): Promise<PaymentMethod | undefined> {
  return (await offeredMethods()).find((name) =>
    pay === 'bank_transfer' ? name === pay : pay === 'link' && name !== 'bank_transfer',
  )
}

/** Giving away is a decision of few: with a reason, and the sum typed as it stands. Throws `bad_input`. */
export function requireConfirmationText({ typed, reason }: Terms, total: Money): void {
  if (!reason) throw new AppError('bad_input', 'An order without charge needs a reason.', { reason: 'no_reason' })
  if (typed?.trim().replaceAll(/\s+/g, ' ').toUpperCase() === confirmationText(total)) return
  throw new AppError('bad_input', 'The sum is not typed as it stands.', { reason: 'not_typed' })
}

/** A sum as it is to be typed in. */
export function confirmationText(total: Money): string {
  return `${toDecimalText(total)} ${total.currency}`
}

/** The history, the audit row and the mail of an order that staff have made, in the transaction that makes it. */
export function noteFor(
  staff: StaffMember,
  { pay, reason }: Terms,
  what: Record<string, string | number>,
): StaffTerms['note'] {
  const actor = actorOf(staff)

  return async ({ id: orderId }, tx: Tx) => {
    await recordOrderEvent({ orderId, kind: 'order_started', actor }, tx)
    const why = reason ? { reason } : {}
    const after = { ...what, method: pay }
    await recordAudit({ actor, role: staff.role, act: 'order.made', subject: orderId, ...why, after }, tx)
    if (pay !== 'no_charge') await queueMail(tx, { kind: 'pay_link', orderId, dedupeKey: `pay_link:${orderId}` })
  }
}

const LATELY_MS = 86_400_000

/**
 * Says what orders for customers would be: every pasted row with what is wrong with it, and what the network asks now.
 * Buys nothing.
 *
 * Throws `forbidden`, `bad_input` with `reason` `nothing` or `too_many`, and like a quote.
 */
export async function checkStaffOrders(
  caller: Caller,
  input: Omit<StaffOrderInput, 'seenMinor'>,
): Promise<StaffOrderCheck> {
  await requireStaffOrderPermission(caller, input.pay)
  const rows = await markBlocked(await readRows(input, null))
  const orders = Math.max(1, rows.filter(({ problem }) => problem === null).length)
  const { total: each } = await makeQuote({ ...inputOf(input), planId: input.planId, locale: input.locale })
  const total = multiply(each, orders)

  return { rows, each, total, typed: confirmationText(total), orders }
}

/**
 * Makes an order for each pasted customer, on the path of every sale: quote, order, payment, worker. Each row has a result
 * of its own, and the same key makes each order once, however often it is sent.
 *
 * Nothing is made when a row is wrong, the price has moved since it was shown (`price_changed`), there is not enough stock
 * for all, or an order without charge is not confirmed as it must be. Throws like `checkStaffOrders` otherwise.
 */
export async function placeStaffOrders(
  caller: Caller,
  { input, once }: { input: StaffOrderInput; once: Once },
): Promise<{ rows: StaffOrderResult[] }> {
  const staff = await requireStaffOrderPermission(caller, input.pay)
  const rows = await readRows(input, scopeOf(once))
  if (rows.some(({ problem }) => problem !== null)) {
    throw new AppError('bad_input', 'A row cannot be used.', { reason: 'bad_rows' })
  }
  const before = await Promise.all(rows.map((row) => findStarted(keyOf(row, once))))
  const missing = rows.filter((_, index) => !before[index])
  const quotes = missing.length === 0 ? [] : await quoteRows(input, { copies: missing.length, orders: rows.length })
  const results: StaffOrderResult[] = []
  for (const [index, row] of rows.entries()) {
    const known = before[index]
    const quote = quotes[missing.indexOf(row)]
    results.push(await makeOne({ row, known: known ?? null, quote }, { staff, input, once }))
  }
  wakeWorker()

  return { rows: results }
}

type StaffOrder = { staff: StaffMember; input: StaffOrderInput; once: Once }
type One = {
  row: BuyerRow
  known: { id: string; number: string; paymentId: string } | null
  quote: FullQuote | undefined
}

async function makeOne({ row, known, quote }: One, { staff, input, once }: StaffOrder): Promise<StaffOrderResult> {
  const { n, name, email } = row
  const method = await methodOf(input.pay)
  const { scope, once: key } = keyOf(row, once)
  try {
    const order = await beginOrder(
      staff,
      {
        items: [{ quoteId: quote?.id ?? '', travellers: name === '' ? [] : [name] }],
        email,
        consents: input.consents,
        once: key,
        locale: input.locale,
        ...(method ? { method } : {}),
      },
      {
        scope,
        isFree: input.pay === 'no_charge',
        payWithinMs: PAY_WITHIN_MS,
        note: noteFor(staff, input, { planId: input.planId, count: input.count }),
      },
    )

    return {
      n,
      name,
      email,
      outcome: known ? 'made_before' : 'made',
      reason: null,
      order: { id: order.orderId, number: order.number },
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error

    return {
      n,
      name,
      email,
      outcome: 'refused',
      reason: error.code,
      order: known && { id: known.id, number: known.number },
    }
  }
}

async function quoteRows(input: StaffOrderInput, { copies, orders }: { copies: number; orders: number }) {
  const quotes = await makeQuotes({ ...inputOf(input), planId: input.planId, locale: input.locale }, copies)
  const [first] = quotes
  if (!first) return []
  if (first.totalMinor !== input.seenMinor) {
    const details = { before: input.seenMinor, now: first.totalMinor }
    throw new AppError('price_changed', 'The price has moved since it was shown.', details)
  }
  if (input.pay === 'no_charge')
    requireConfirmationText(input, multiply(money(first.totalMinor, first.currency), orders))

  return quotes
}

/**
 * Reads the pasted rows. Whoever was given an order for the plan within a day is marked, so that a list which is sent once
 * more buys nothing twice; what `own` has made is no repeat.
 */
async function readRows(input: Pick<StaffOrderInput, 'buyers' | 'planId' | 'again'>, own: string | null) {
  const rows = requireRows(input.buyers)
  if (input.again) return rows
  const emails = rows.flatMap(({ email, problem }) => (problem === null ? email : []))
  const since = new Date(Date.now() - LATELY_MS)
  const lately = new Set(await findMadeLately({ emails, planId: input.planId, since, except: own }))

  return rows.map((row): BuyerRow => {
    return row.problem === null && lately.has(row.email) ? { ...row, problem: 'made_lately' } : row
  })
}

/** Only before anything is made: one who is blocked later is refused without holding the others back. */
async function markBlocked(rows: BuyerRow[]): Promise<BuyerRow[]> {
  const blocked = await listBlockedBuyers(rows.flatMap(({ email, problem }) => (problem === null ? email : [])))

  return rows.map((row) => (row.problem === null && blocked.includes(row.email) ? { ...row, problem: 'blocked' } : row))
}

function requireRows(buyers: string): BuyerRow[] {
  const rows = readBuyers(buyers)
  if (rows.length === 0) throw new AppError('bad_input', 'Nobody was named.', { reason: 'nothing' })
  if (rows.length > MAX_AT_ONCE) throw new AppError('bad_input', 'These are too many.', { reason: 'too_many' })

  return rows
}

/** Each row has a key of its own below the one that was sent, so that a repeat finds what it has made. */
function keyOf({ n }: BuyerRow, once: Once) {
  return { scope: scopeOf(once), once: { key: `row:${n}`, fingerprint: once.fingerprint } }
}

function scopeOf({ key }: Once): string {
  return `desk:${key}`
}

function inputOf({ count, days, startDate }: Pick<StaffOrderInput, 'count' | 'days' | 'startDate'>) {
  return { count, ...(days !== undefined && { days }), ...(startDate !== undefined && { startDate }) }
}

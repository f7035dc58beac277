import { type ItemState, isReadyForCapture, isWorthCapturing } from '#lib/orders/rules/item-states.ts'
import { ORDER_STATUS } from '#lib/provider/rules/provider-order.ts'

/** What we asked a provider for. */
export type RequestedPayment = {
  orderId: string
  orderNumber: string
  amountMinor: number
  currency: string
  isTest: boolean
  /** The account that has received the store's money so far; `null` or absent when none is known. */
  account?: string | null
}

/** What a provider says about its payment; `null` means that it does not say. */
export type ClaimedPayment = {
  amount: { minor: number; currency: string }
  reference: string | null
  metadata: Record<string, string>
  isTest: boolean
  account?: string | null
}

export type Misfit = 'amount' | 'currency' | 'test_flag' | 'reference' | 'order' | 'account'

/**
 * Returns everything in which a paid object differs from what was asked for; none means that the money is for this order.
 *
 * What the provider does not say is not held against it, except amount, currency and test flag, which it always says.
 */
export function findMisfits(asked: RequestedPayment, claimed: ClaimedPayment): Misfit[] {
  const orderId = claimed.metadata.orderId
  const checks: [Misfit, boolean][] = [
    ['amount', claimed.amount.minor === asked.amountMinor],
    ['currency', claimed.amount.currency === asked.currency],
    ['test_flag', claimed.isTest === asked.isTest],
    ['reference', claimed.reference === null || claimed.reference === asked.orderNumber],
    ['order', orderId === undefined || orderId === asked.orderId],
    ['account', !asked.account || !claimed.account || claimed.account === asked.account],
  ]

  return checks.filter(([, fits]) => !fits).map(([name]) => name)
}

/**
 * A line as the metadata of its payment tells it: ids, what was chosen and its part of the sum; no words and no person.
 *
 * `priceMinor` is null in what was written before orders had several items: the sum is the item's then.
 */
export type LostItem = {
  id: string
  itemRef: string
  planId: string
  skuId: number
  priceId: number
  count: number
  days: number | null
  startDate: string | null
  priceMinor: number | null
  /** What promotions took off it; left out for nothing. */
  discountMinor?: number
  /** The eSIM that a top-up is for; a plan that comes with an eSIM of its own has none. */
  esimId?: string | null
}

/** Returns lines as a payment's metadata carries them: `line0`, `line1`, ..., each far below what providers take. */
export function writeLines(items: readonly LostItem[]): Record<string, string> {
  const entries = items.map((item, index) => {
    const { id, itemRef, planId, skuId, priceId, count, days, startDate, priceMinor, esimId, discountMinor } = item
    const further = discountMinor ? [esimId, discountMinor] : esimId ? [esimId] : []
    const parts = [id, itemRef, planId, skuId, priceId, count, days, startDate, priceMinor, ...further]

    return [`line${index}`, parts.map((part) => part ?? '').join(' ')] as const
  })

  return Object.fromEntries(entries)
}

/** Reads the items that a payment's metadata carries. `null` when one cannot be read: half an order is none. */
export function readLostItems(metadata: Record<string, string>): LostItem[] | null {
  const items = Object.keys(metadata)
    .filter((key) => /^line\d+$/.test(key))
    .sort((a, b) => Number(a.slice(4)) - Number(b.slice(4)))
    .map((key) => readItem(metadata[key] ?? ''))
  const read = items.filter((item) => item !== null)

  return read.length > 0 && read.length === items.length ? read : null
}

function readItem(text: string): LostItem | null {
  const parts = text.split(' ')
  const [
    id = '',
    itemRef = '',
    planId = '',
    skuId,
    priceId,
    count,
    days,
    startDate = '',
    priceMinor,
    esimId,
    discount,
  ] = parts
  const numbers = [skuId, priceId, count].map(Number)
  const [destination = 0, price = 0, pieces = 0] = numbers
  const isWhole = id !== '' && itemRef !== '' && planId !== '' && numbers.every(Number.isSafeInteger) && pieces > 0
  if (!isWhole) return null

  return {
    id,
    itemRef,
    planId,
    skuId: destination,
    priceId: price,
    count: pieces,
    days: days ? Number(days) : null,
    startDate: startDate === '' ? null : startDate,
    priceMinor: priceMinor ? Number(priceMinor) : null,
    ...(esimId ? { esimId } : {}),
    ...(discount ? { discountMinor: Number(discount) } : {}),
  }
}

/** A promotion that an order holds, and what it took off in all. */
export type LostUse = { promotionId: string; discountMinor: number }

/** Returns the promotions of an order as the metadata of its payment carries them; nothing without any. */
export function writeUses(uses: readonly LostUse[]): Record<string, string> {
  if (uses.length === 0) return {}

  return { uses: uses.map(({ promotionId, discountMinor }) => `${promotionId} ${discountMinor}`).join(' ') }
}

/** Reads the promotions that a payment's metadata carries. What cannot be read is left out: it is no part of the sum. */
export function readLostUses({ uses = '' }: Record<string, string>): LostUse[] {
  return [...uses.matchAll(/(\S+) (\d+)/g)].map(([, promotionId = '', discount]) => {
    return { promotionId, discountMinor: Number(discount) }
  })
}

/** A line as a capture counts it: where it stands, and its part of what was paid, in minor units. */
export type CapturedItem = { id: string; state: ItemState; priceMinor: number }

/** Tells whether nothing is left to wait for: every item was bought, or never will be. */
export function isAllDecided(items: readonly Pick<CapturedItem, 'state'>[]): boolean {
  return items.every(({ state }) => isReadyForCapture(state))
}

/** Returns the items that a capture leaves out: proven failed before it. Every other line is taken, bought or open. */
export function leftOutOf<OrderItem extends Pick<CapturedItem, 'state'>>(items: readonly OrderItem[]): OrderItem[] {
  return items.filter(({ state }) => !isWorthCapturing(state))
}

/** Returns what a capture asks for: what was to be paid without the lines that it left out. */
export function sumAsked(
  payment: { amountMinor: number },
  items: readonly { notCaptured: boolean; priceMinor: number }[],
): number {
  const left = items.filter(({ notCaptured }) => notCaptured)

  return payment.amountMinor - left.reduce((sum, { priceMinor }) => sum + priceMinor, 0)
}

/**
 * Returns the items whose prices are missing in a sum that was taken; `null` when that is none or not exactly one set.
 *
 * For a sum that was taken by somebody who cannot tell us what for: a database older than the capture.
 */
export function guessLeftOut<OrderItem extends Pick<CapturedItem, 'priceMinor'>>(
  items: readonly OrderItem[],
  takenMinor: number,
): OrderItem[] | null {
  const missing = items.reduce((sum, { priceMinor }) => sum + priceMinor, 0) - takenMinor
  const sets = subsetsOf(items).filter((set) => set.reduce((sum, { priceMinor }) => sum + priceMinor, 0) === missing)
  const [only] = sets

  return only && sets.length === 1 && only.length > 0 ? only : null
}

// An order has ten lines at most: a thousand sets, one for each number whose bits say which lines are in.
function subsetsOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: 2 ** items.length }, (_, bits) => items.filter((_item, index) => (bits >> index) & 1))
}

/** What a buyer can do about a declined card: each of Stripe's codes leads to one of these. */
export type Decline = 'funds' | 'details' | 'expired' | 'confirm' | 'unsupported' | 'later' | 'bank'

const CODES: Record<string, Decline> = {
  insufficient_funds: 'funds',
  withdrawal_count_limit_exceeded: 'funds',
  card_velocity_exceeded: 'funds',
  expired_card: 'expired',
  incorrect_number: 'details',
  invalid_number: 'details',
  incorrect_cvc: 'details',
  invalid_cvc: 'details',
  invalid_expiry_month: 'details',
  invalid_expiry_year: 'details',
  incorrect_zip: 'details',
  incorrect_address: 'details',
  incorrect_pin: 'details',
  invalid_pin: 'details',
  authentication_required: 'confirm',
  authentication_not_handled: 'confirm',
  payment_intent_authentication_failure: 'confirm',
  mobile_device_authentication_required: 'confirm',
  card_not_supported: 'unsupported',
  currency_not_supported: 'unsupported',
  service_not_allowed: 'unsupported',
  transaction_not_allowed: 'unsupported',
  not_permitted: 'unsupported',
  try_again_later: 'later',
  issuer_not_available: 'later',
  processing_error: 'later',
  reenter_transaction: 'later',
  approve_with_id: 'later',
}

/**
 * Returns what to tell about a decline, `null` where none is known. Codes about theft or fraud, and new ones, are told like a
 * refusal without a reason: whoever holds the card may be the thief.
 */
export function declineOf(code: string | null): Decline | null {
  if (code === null) return null

  return (Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? 'bank'
}

/** What tells where an item goes on that a person stopped, with the orders that are its own. */
type StoppedItem = { kind: string; attempts: { state: string }[]; providerOrders: { status: number | null }[] }

/** Where an item that was stopped goes on. Before one that is ready is ordered, it is looked whether anything lives for it. */
function resumeState(item: StoppedItem): 'PLACED' | 'UNKNOWN' | 'READY' {
  if (hasLivingOrder(item)) return 'PLACED'

  return item.attempts.some(({ state }) => state === 'UNKNOWN') ? 'UNKNOWN' : 'READY'
}

/**
 * The move of an item that a person lets go on, or money that came whole. Its times begin anew, that for its details too, however
 * long it waited.
 */
export function resumeMove(item: StoppedItem, times: { readyAt: Date; deadlineAt: Date }) {
  const to = resumeState(item)
  const details = to === 'PLACED' ? { placedAt: times.readyAt } : {}

  return { to, changes: { reason: null, ...times, ...details } }
}

/** A top-up cannot be taken off its eSIM. */
export function isCancellable(item: StoppedItem): boolean {
  return item.kind === 'PURCHASE' && hasLivingOrder(item)
}

function hasLivingOrder({ providerOrders }: StoppedItem): boolean {
  return providerOrders.some(({ status }) => status !== ORDER_STATUS.cancelled)
}

// Somewhere a day begins fourteen hours before that of UTC.
const FIRST_DAY_MS = 14 * 3_600_000

/** The latest day that a bank statement may name now, wherever the bank is. */
export function latestBankDay(now: Date): string {
  return new Date(now.getTime() + FIRST_DAY_MS).toISOString().slice(0, 10)
}

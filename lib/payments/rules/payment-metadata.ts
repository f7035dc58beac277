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
  const [sku = 0, price = 0, pieces = 0] = numbers
  const isWhole = id !== '' && itemRef !== '' && planId !== '' && numbers.every(Number.isSafeInteger) && pieces > 0
  if (!isWhole) return null

  return {
    id,
    itemRef,
    planId,
    skuId: sku,
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

/** A line as the metadata of its payment tells it: ids and what was chosen, no words and no person. */
export type LostLine = {
  id: string
  lineRef: string
  planId: string
  skuId: number
  priceId: number
  count: number
  days: number | null
  startDate: string | null
}

/** Reads the lines that a payment's metadata carries (`line0`, `line1`, …). What cannot be read is left out. */
export function readLostLines(metadata: Record<string, string>): LostLine[] {
  return Object.keys(metadata)
    .filter((key) => /^line\d+$/.test(key))
    .sort((a, b) => Number(a.slice(4)) - Number(b.slice(4)))
    .flatMap((key) => readLine(metadata[key] ?? '') ?? [])
}

function readLine(text: string): LostLine | null {
  const [id = '', lineRef = '', planId = '', skuId, priceId, count, days = '', startDate = ''] = text.split(' ')
  const numbers = [skuId, priceId, count].map(Number)
  const [sku = 0, price = 0, pieces = 0] = numbers
  const isWhole = id !== '' && lineRef !== '' && planId !== '' && numbers.every(Number.isSafeInteger) && pieces > 0
  if (!isWhole) return null

  return {
    id,
    lineRef,
    planId,
    skuId: sku,
    priceId: price,
    count: pieces,
    days: days === '' ? null : Number(days),
    startDate: startDate === '' ? null : startDate,
  }
}

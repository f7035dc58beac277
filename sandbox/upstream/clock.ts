const SERVICE_ZONE_MS = 8 * 3_600_000

export const DAY_MS = 86_400_000

export type Clock = { offsetMs: number }

export function nowOf(clock: Clock): number {
  return Date.now() + clock.offsetMs
}

export function setNow(clock: Clock, now: number): void {
  clock.offsetMs = now - Date.now()
}

/** The date and time texts of the service, all in GMT+8; each answer field has one of these forms. */
export const stamp = {
  withZone: (at: number) => `${seconds(at)}(GMT+8)`,
  withTenths: (at: number) => `${seconds(at)}.0`,
  seconds: (at: number) => seconds(at),
  minutes: (at: number) => seconds(at).slice(0, 16),
  day: (at: number) => seconds(at).slice(0, 10),
  compactDay: (at: number) => seconds(at).slice(0, 10).replaceAll('-', ''),
}

/** The first instant of a GMT+8 calendar day; null when the text is not a real date. */
export function startOfDay(year: string, month: string, day: string): number | null {
  const utc = Date.UTC(Number(year), Number(month) - 1, Number(day))
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== `${year}-${month}-${day}`) return null

  return utc - SERVICE_ZONE_MS
}

function seconds(at: number): string {
  return new Date(at + SERVICE_ZONE_MS).toISOString().slice(0, 19).replace('T', ' ')
}

const SCALE = 6
const UNIT = 10n ** BigInt(SCALE)

/** A decimal text, exactly, or a JSON number, to the nearest millionth. */
export function toMillionths(amount: string | number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(typeof amount === 'number' ? amount.toFixed(SCALE) : amount)
  if (!match) throw new Error(`${amount} is not an amount`)

  const [, sign, whole = '0', fraction = ''] = match
  const size = BigInt(whole) * UNIT + BigInt(fraction.padEnd(SCALE, '0'))

  return sign === '-' ? -size : size
}

/** Decimal text with two places, or more where the amount has them. */
export function toAmount(millionths: bigint): string {
  const size = millionths < 0n ? -millionths : millionths
  const fraction = (size % UNIT).toString().padStart(SCALE, '0').replace(/0+$/, '').padEnd(2, '0')

  return `${millionths < 0n ? '-' : ''}${size / UNIT}.${fraction}`
}

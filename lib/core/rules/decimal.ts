declare const decimalBrand: unique symbol

/**
 * An exact decimal as canonical text, such as `21.49`, `-0.5` or `3`.
 *
 * No exponent, no leading plus or zeros, no trailing zeros in the fraction, and zero is always `0`: two equal values
 * have equal text. PostgreSQL `numeric` takes it as it stands.
 */
export type Decimal = string & { readonly [decimalBrand]: true }

type Parts = { units: bigint; scale: number }

/** How to drop digits: `half-up` takes a tie away from zero, `up` and `down` go towards plus and minus infinity. */
export type RoundingMode = 'half-up' | 'up' | 'down'

// Longer text or larger exponents are no price; without a bound, `1e999999` would fill the memory with zeros.
const MAX_LENGTH = 60
const MAX_EXPONENT = 40
const PATTERN = /^([+-]?)(\d+)(?:([.,])(\d+))?(?:[eE]([+-]?\d{1,4}))?$/

/** Zero, as a decimal. */
export const ZERO = '0' as Decimal

/**
 * Returns the exact decimal written in a text or in a whole number, `null` when it is none.
 *
 * Takes the number syntax of JSON and a decimal comma: `21,49` is 21.49. A comma before exactly three digits could
 * also separate thousands, so `1,234` is refused; so is every text with both separators.
 */
export function parseDecimal(value: string | number): Decimal | null {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? toDecimal({ units: BigInt(value), scale: 0 }) : null
  const text = value.trim()
  if (text.length > MAX_LENGTH) return null
  const match = PATTERN.exec(text)
  if (!match) return null
  const [, sign, whole = '', separator, fraction = '', exponentText] = match
  if (separator === ',' && (fraction.length === 3 || exponentText !== undefined)) return null
  const exponent = Number(exponentText ?? 0)
  if (Math.abs(exponent) > MAX_EXPONENT) return null
  const digits = BigInt(whole + fraction)
  const units = sign === '-' ? -digits : digits
  const scale = fraction.length - exponent

  return toDecimal(scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale })
}

/** Returns the decimal, or throws `RangeError` when the text is none: for values of our own, never for outside input. */
export function decimal(value: string | number): Decimal {
  const parsed = parseDecimal(value)
  if (parsed === null) throw new RangeError('This text is not an exact decimal.')

  return parsed
}

// One more digit before the point, and no row takes it: amounts at the provider are numeric(18,6).
const LARGEST_KEPT = decimal('999999999999')

/** Returns an amount of the provider as a row can keep it, `null` for one that is too large to be meant. */
export function keptAmount(value: Decimal | null): Decimal | null {
  return value !== null && compareDecimals(value, LARGEST_KEPT) <= 0 ? value : null
}

/** Returns a negative number, 0 or a positive number, as `Array.prototype.sort` wants it. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = align(toParts(a), toParts(b))
  if (left === right) return 0

  return left < right ? -1 : 1
}

/** Returns the exact sum. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = align(toParts(a), toParts(b))

  return toDecimal({ units: left + right, scale })
}

/** Returns the exact difference `a - b`. */
export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = align(toParts(a), toParts(b))

  return toDecimal({ units: left - right, scale })
}

/** Returns the exact product of two decimals, such as a cost and an exchange rate. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right] = [toParts(a), toParts(b)]

  return toDecimal({ units: left.units * right.units, scale: left.scale + right.scale })
}

/** Returns the exact product with a whole number, such as days or pieces. Throws `RangeError` for a fraction. */
export function multiplyByInteger(value: Decimal, factor: number): Decimal {
  if (!Number.isSafeInteger(factor)) throw new RangeError('The factor must be a whole number.')
  const { units, scale } = toParts(value)

  return toDecimal({ units: units * BigInt(factor), scale })
}

/** Returns the value with at most `places` digits after the point. */
export function roundDecimal(value: Decimal, places: number, mode: RoundingMode): Decimal {
  return toDecimal({ units: toScaledInteger(value, places, mode), scale: places })
}

/**
 * Returns the value times ten to the power of `places`, rounded to a whole number.
 *
 * With the exponent of a currency these are its minor units: `21.495` at 2 places is 2150 when rounded half up.
 */
export function toScaledInteger(value: Decimal, places: number, mode: RoundingMode): bigint {
  if (!Number.isSafeInteger(places) || places < 0) throw new RangeError('Places are a whole number from 0.')
  const { units, scale } = toParts(value)
  if (scale <= places) return units * 10n ** BigInt(places - scale)
  const divisor = 10n ** BigInt(scale - places)
  const quotient = units / divisor
  const rest = units % divisor
  if (rest === 0n) return quotient
  if (mode === 'up') return rest > 0n ? quotient + 1n : quotient
  if (mode === 'down') return rest < 0n ? quotient - 1n : quotient
  const isFarther = (rest < 0n ? -rest : rest) * 2n >= divisor
  if (!isFarther) return quotient

  return units < 0n ? quotient - 1n : quotient + 1n
}

function toParts(value: Decimal): Parts {
  const point = value.indexOf('.')
  if (point === -1) return { units: BigInt(value), scale: 0 }

  return { units: BigInt(value.slice(0, point) + value.slice(point + 1)), scale: value.length - point - 1 }
}

function align(a: Parts, b: Parts): [left: bigint, right: bigint, scale: number] {
  const scale = Math.max(a.scale, b.scale)

  return [a.units * 10n ** BigInt(scale - a.scale), b.units * 10n ** BigInt(scale - b.scale), scale]
}

function toDecimal({ units, scale }: Parts): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
  const text = fraction === '' ? whole : `${whole}.${fraction}`

  return (units < 0n ? `-${text}` : text) as Decimal
}

import type { Locale } from '#lib/core/i18n/config.ts'
import { RIGHT_TO_LEFT } from '#lib/core/rules/right-to-left.ts'

/** Returns the tag for dates, times and plain numbers: European date order in English, Western figures as on codes and receipts. */
export function intlTag(locale: Locale): string {
  return locale === 'en' ? 'en-GB' : `${locale}-u-nu-latn`
}

/**
 * Returns the tag for amounts of money, which differs from the one for dates: `$9.80`, not `US$9.80`, in English.
 *
 * What is written from the right takes the same form: a sum is one left-to-right run there, like a code.
 */
export function moneyTag(locale: Locale): string {
  return locale === 'en' || RIGHT_TO_LEFT.test(locale) ? 'en' : intlTag(locale)
}

/** Returns figures with a Latin unit as one run that a right-to-left sentence does not turn around. */
export function ltrRun(text: string, tag: string): string {
  return RIGHT_TO_LEFT.test(tag) ? `\u2066${text}\u2069` : text
}

/** Returns an amount of data as readers of a tag write it: `2 GB`, `1,5 GB`, `2 Go`. Figure and unit stay on one line. */
export function amountText(
  { value, unit }: { value: number; unit: 'GB' | 'MB' },
  tag: string,
  digits?: Intl.NumberFormatOptions,
): string {
  const number = new Intl.NumberFormat(tag, digits).format(value)

  return ltrRun(`${number}\u00a0${tag.startsWith('fr') ? unit.replace('B', 'o') : unit}`, tag)
}

type Currency = { tag: string; currency: string; exponent: number; digits: number }

/**
 * What a browser needs to write amounts of one currency, without the currency tables of the server. `small` is an amount
 * below a thousand with `#` for its figures, `$#.#`. `isOneOf` where the shop sells in others too: prices then follow the
 * choice of a browser.
 */
export type PriceFormat = Currency & { small: string; isOneOf?: true }

/** Returns the format of a currency, its small amounts learned from one of them. */
export function toPriceFormat(currency: Currency): PriceFormat {
  const parts = numberFormat(currency).formatToParts(1)
  const isDigits = ({ type }: Intl.NumberFormatPart) => type === 'integer' || type === 'fraction'

  return { ...currency, small: parts.map((part) => (isDigits(part) ? '#' : part.value)).join('') }
}

const made = new WeakMap<PriceFormat, Intl.NumberFormat>()

/**
 * Returns an amount of minor units as the format's readers write it. The first number format that a browser makes takes a
 * phone a tenth of a second: small amounts, which nearly all prices are, do without.
 */
export function formatMinor(minor: number, format: PriceFormat): string {
  const digits = String(Math.abs(minor)).padStart(format.exponent + 1, '0')
  const whole = digits.slice(0, digits.length - format.exponent)
  const fraction = digits.slice(whole.length)
  if (minor >= 0 && whole.length < 4 && format.digits === format.exponent) {
    return format.small.replace('#', whole).replace('#', fraction)
  }
  const number = made.get(format) ?? numberFormat(format)
  made.set(format, number)

  return number.format(`${minor < 0 ? '-' : ''}${whole}${fraction && `.${fraction}`}` as `${number}`)
}

function numberFormat({ tag, currency, digits }: Currency): Intl.NumberFormat {
  return new Intl.NumberFormat(tag, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** Returns the plain name of a currency in a language: `US dollars`. */
export function currencyName(currency: string, locale: Locale): string {
  const parts = new Intl.NumberFormat(intlTag(locale), { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(2)
    .find((part) => part.type === 'currency')

  return parts?.value ?? currency
}

/** Returns a currency as lists and buttons say it: `JPY ¥`, `KWD` where it has no sign of its own. */
export function currencySign(currency: string, tag: string): string {
  const sign = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value

  return !sign || sign === currency ? currency : `${currency} ${sign}`
}

const HOUR_MS = 3_600_000

/** `8 seconds`, `3 minutes`, `20 hours`, `3 days`: as exact as a person needs who waits for it. Never less hours than it took. */
export function waitText(ms: number, tag: string): string {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  const hours = Math.ceil(ms / HOUR_MS)
  const [value, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7_200
        ? [Math.round(seconds / 60), 'minute']
        : hours <= 48
          ? [hours, 'hour']
          : [Math.ceil(hours / 24), 'day']

  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

import { ApiError } from './world.ts'

export type Fields = Record<string, unknown>

export function toFields(body: unknown): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('The body is a JSON object.')

  return body as Fields
}

export function readText(fields: Fields, name: string, maxLength = 500): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '' || value.length > maxLength) {
    throw invalid(`${name} is a text of 1 to ${maxLength} characters.`)
  }

  return value
}

export function readOptionalText(fields: Fields, name: string): string | null {
  return fields[name] === undefined || fields[name] === null ? null : readText(fields, name)
}

export function readUrl(fields: Fields, name: string): string {
  const text = readText(fields, name, 2_000)
  // A page address is put into a link and a redirect: `javascript:` must not get that far.
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw invalid(`${name} is an http or https address.`)

  return text
}

export function readOptionalUrl(fields: Fields, name: string): string | null {
  return fields[name] === undefined || fields[name] === null ? null : readUrl(fields, name)
}

export function readCount(fields: Fields, name: string, min = 0): number {
  const value = fields[name]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < min) {
    throw invalid(`${name} is a whole number from ${min}.`)
  }

  return value
}

export function readInstant(fields: Fields, name: string): Date {
  const date = new Date(readText(fields, name, 40))
  if (Number.isNaN(date.getTime())) throw invalid(`${name} is an instant such as 2027-01-31T12:00:00Z.`)

  return date
}

export function readMetadata(fields: Fields): Record<string, string> {
  const entries = Object.entries(toFields(fields.metadata ?? {}))
  if (entries.length > 50) throw invalid('metadata has at most 50 entries.')
  for (const [name, value] of entries) {
    if (typeof value !== 'string' || value.length > 500 || name.length > 40) {
      throw invalid('metadata maps names of up to 40 to texts of up to 500 characters.')
    }
  }

  return Object.fromEntries(entries) as Record<string, string>
}

export function invalid(message: string): ApiError {
  return new ApiError(400, 'invalid_request', message)
}

const ZERO_DECIMALS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const THREE_DECIMALS = 'BHD JOD KWD OMR TND'.split(' ')
// Counted in hundredths, paid in whole units only.
const WHOLE_UNITS = 'ISK UGX'.split(' ')

export function assertAmount(amount: number, currency: string): void {
  if (!/^[A-Z]{3}$/.test(currency)) throw invalid('currency is a code of three capitals.')
  if (amount < 1 || amount > 999_999_999_999) throw invalid('amount is from 1 to 999999999999 minor units.')
  if (amount % stepOf(currency) !== 0) throw invalid(`An amount of ${currency} is a multiple of ${stepOf(currency)}.`)
}

export function formatAmount(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(amount).padStart(decimals + 1, '0')
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`

  return `${text} ${currency}`
}

function decimalsOf(currency: string): number {
  if (ZERO_DECIMALS.includes(currency)) return 0

  return THREE_DECIMALS.includes(currency) ? 3 : 2
}

function stepOf(currency: string): number {
  if (THREE_DECIMALS.includes(currency)) return 10

  return WHOLE_UNITS.includes(currency) ? 100 : 1
}

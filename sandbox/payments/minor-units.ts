import { invalid } from './input.ts'

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

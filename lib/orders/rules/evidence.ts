import type { EvidenceRow } from '#lib/orders/rules/admin-order.ts'

const MOST_ROWS = 40
const LONGEST = 200
// Evidence is written without secrets; a key that sounds like one is left out all the same.
const SECRET = /token|secret|password|sign(?!ed)|lpa|matching|activation|sealed/i

/** Returns a stored record as rows that can be shown: nested records by dotted names, lists in one row, no empty text. */
export function toEvidenceRows(value: unknown): EvidenceRow[] {
  return flatten(value, '').slice(0, MOST_ROWS)
}

function flatten(value: unknown, path: string): EvidenceRow[] {
  if (SECRET.test(path) || value === null || value === undefined || value === '') return []
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return [row(path, value.join(', '))]
  if (typeof value !== 'object') return [row(path, String(value))]
  if (isAmount(value)) {
    return [
      { ...row(path, `${value.minor} ${value.currency}`), money: { minor: value.minor, currency: value.currency } },
    ]
  }

  return Object.entries(value).flatMap(([key, below]) => flatten(below, path === '' ? key : `${path}.${key}`))
}

function row(key: string, value: string): EvidenceRow {
  return { key, value: value.slice(0, LONGEST) }
}

function isAmount(value: object): value is { minor: number; currency: string } {
  return (
    'minor' in value && typeof value.minor === 'number' && 'currency' in value && typeof value.currency === 'string'
  )
}

import { TIMERS } from '#lib/core/rules/timers.ts'

/** A value of an evidence record that is fit to be shown: never a code, a token or a name. */
export type EvidenceRow = { key: string; value: string; money?: { minor: number; currency: string } }

/** A difference between us and an outside party that nobody has settled yet. */
export type OpenDiscrepancy = { id: string; kind: string; openedAt: Date; facts: EvidenceRow[] }

/** What made an event, which decides its mark. */
export type EventSource = 'network' | 'money' | 'mail' | 'staff' | 'customer' | 'clock'
export type EventTone = 'plain' | 'ok' | 'wait' | 'stop'

/**
 * One item of the history. `name` is looked up among the sentences of its `family`; a name without a sentence is shown
 * as it is.
 */
export type HistoryEvent = {
  key: string
  at: Date
  family: 'event' | 'call' | 'act' | 'mail'
  name: string
  source: EventSource
  tone: EventTone
  actor: string | null
  facts: EvidenceRow[]
}

/** An order at the network with what a full record of it would cost. */
export type RecordSubject = { orderNum: string; esims: number; isLocked: boolean; atStakeMinor: number }

const MAX_ROWS = 40
const LONGEST = 200
// Evidence is written without secrets; a key that sounds like one is left out all the same.
const SECRET = /token|secret|password|sign(?!ed)|lpa|matching|activation|sealed/i

/** Returns a stored record as rows that can be shown: nested records by dotted names, lists in one row, no empty text. */
export function toEvidenceRows(value: unknown): EvidenceRow[] {
  return flatten(value, '').slice(0, MAX_ROWS)
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

/** One item of a bank account: what it is called, where the item says so, and the value to copy. */
export type AccountLine = { name: string | null; value: string }

/** Returns the items of an account as set up by its owner: `IBAN: DE00 1234` is the value `DE00 1234`, named `IBAN`. */
export function accountLines(account: string): AccountLine[] {
  // In one item of an env file a line break is written `\n`.
  const lines = account.split(/\r?\n|\\n/).map((line) => line.trim())

  return lines.filter((line) => line !== '').map(toItem)
}

function toItem(line: string): AccountLine {
  const { name, value } = /^(?<name>[^:]{1,40}):\s*(?<value>\S.*)$/.exec(line)?.groups ?? {}

  return name && value ? { name: name.trim(), value } : { name: null, value: line }
}

/**
 * Tells whether a person may say how a request ended: its outcome stays open, or for so long nothing could be asked, because
 * the provider does not list its order or does not answer.
 */
export function isClosable(
  { state, askedAt }: { state: string; askedAt: Date },
  { now, timeScale }: { now: Date; timeScale: number },
): boolean {
  const isLate = now.getTime() - askedAt.getTime() >= TIMERS.cancelOpenFor / timeScale

  return state === 'OPEN' || state === 'HELD' || (state === 'ASKED' && isLate)
}

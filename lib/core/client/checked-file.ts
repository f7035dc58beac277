import { type CsvCell, csvFile } from '#lib/core/rules/csv.ts'
import type { CheckAnswer } from '#lib/esims/client/cards.ts'

// Named in English whoever takes them, as the columns of every file: programs read them too.
const HEAD = ['pasted', 'outcome', 'said', 'profile', 'device_seen', 'takes_top_up', 'expires', 'order']

/** Returns what came of pasted numbers as a file for spreadsheets: a row per entry, in the order of the paste. */
export function checkedFile(rows: CheckAnswer['rows']): string {
  return csvFile(
    HEAD,
    rows.map(({ text, outcome, said, profileStatus, hasDevice, canTopUp, expiresAt, card }): CsvCell[] => [
      ...[text, outcome, said, profileStatus, flag(hasDevice), flag(canTopUp), expiresAt, card?.number],
    ]),
  )
}

function flag(value: boolean | null): CsvCell {
  return value === null ? null : value ? 'yes' : 'no'
}

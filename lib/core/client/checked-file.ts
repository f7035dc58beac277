import { type CsvCell, csvFile } from '#lib/core/rules/csv.ts'
import type { CheckAnswer } from '#lib/esims/client/staff-esims.ts'

// Named in English whoever takes them, as the columns of every file: programs read them too.
const HEAD = ['pasted', 'outcome', 'said', 'profile', 'device_seen', 'takes_top_up', 'expires', 'order']

/** Returns what came of pasted numbers as a file for spreadsheets: a row per entry, in the order of the paste. */
export function checkedFile(rows: CheckAnswer['rows']): string {
  return csvFile(
    HEAD,
    rows.map(({ text, outcome, said, profileStatus, hasDevice, canTopUp, expiresAt, esim }): CsvCell[] => [
      ...[text, outcome, said, profileStatus, flag(hasDevice), flag(canTopUp), expiresAt, esim?.number],
    ]),
  )
}

function flag(value: boolean | null): CsvCell {
  return value === null ? null : value ? 'yes' : 'no'
}

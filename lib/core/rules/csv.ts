const LINE_END = '\r\n'
// What a spreadsheet takes for the beginning of a formula, also behind blanks that it strips and in full-width forms.
const FORMULA = /^[\s\u00a0\u200b\ufeff]*[=+\-@\t\r|%＝＋－＠]/
const PLAIN_NUMBER = /^-?\d+([.,]\d+)?$/
const SPECIAL = /[",;\t\r\n]/

/** A cell of a table: text, a number, or nothing. */
export type CsvCell = string | number | bigint | Date | null | undefined

/**
 * Returns one row of a CSV file (RFC 4180) with its line break.
 *
 * Text that a spreadsheet would run as a formula gets an apostrophe in front; a plain negative number stays one. Instants
 * are written as ISO 8601 in UTC.
 */
export function csvRow(cells: readonly CsvCell[]): string {
  return cells.map(csvCell).join(',') + LINE_END
}

/** Returns a whole CSV file: the mark that tells spreadsheets it is UTF-8, the head, the rows. */
export function csvFile(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return csvStart(head) + rows.map(csvRow).join('')
}

/** Returns the beginning of a CSV file, for one that is written row by row. */
export function csvStart(head: readonly string[]): string {
  return `\ufeff${csvRow(head)}`
}

/** Returns the rows of a CSV file as text, `null` when a quotation is never closed. The apostrophe is kept. */
export function parseCsv(text: string, separator: ',' | ';' | '\t' = ','): string[][] | null {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const source = text.replace(/^\ufeff/, '')
  for (let at = 0; at < source.length; at++) {
    const sign = source.charAt(at)
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (source.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && source.charAt(at + 1) === '\n') at += 1
      rows.push([...row, cell])
      row = []
      cell = ''
    } else cell += sign
  }
  if (isQuoted) return null
  if (cell !== '' || row.length > 0) rows.push([...row, cell])

  return rows
}

function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return ''
  const text = value instanceof Date ? value.toISOString() : String(value)
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text

  return SPECIAL.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

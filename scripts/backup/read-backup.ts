import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  BackupError,
  countRows,
  decryptBackup,
  END_OF_ROWS,
  type Head,
  isEncrypted,
  type MoneyAmount,
  type Tail,
} from './file-form.ts'
import type { Table } from './tables.ts'

/** A part of a backup in the order of the file. */
export type Part =
  | { kind: 'head'; head: Head; line: string }
  | { kind: 'table'; table: Table }
  | { kind: 'rows'; chunk: Buffer }
  | { kind: 'end_of_table' }
  | { kind: 'tail'; tail: Tail }

const LONGEST_LINE_BYTES = 1 << 20
const LINE_FEED = 10

/** Reads a backup part by part, with the keys of an encrypted one. Throws `BackupError` where it is none, or damaged. */
export async function* readParts(file: string, identities: string[] = []): AsyncGenerator<Part> {
  let rest: Buffer = Buffer.alloc(0)
  let isInTable = false
  for await (const chunk of unzipped(file, identities)) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const cut: Cut | null = isInTable ? cutRows(rest) : cutLine(rest)
      if (!cut) break
      rest = cut.rest
      for (const part of cut.parts) {
        yield part
        isInTable = part.kind === 'table' || part.kind === 'rows'
      }
    }
  }
  if (isInTable || rest.length > 0) throw damaged('it ends in the middle')
}

type Cut = { parts: Part[]; rest: Buffer }

/** Whole rows; the last line stays behind, it may be the first half of the end mark. */
function cutRows(buffer: Buffer): Cut | null {
  const end = findEnd(buffer)
  const upTo = end ?? buffer.lastIndexOf(LINE_FEED) + 1
  const rows: Part[] = upTo > 0 ? [{ kind: 'rows', chunk: buffer.subarray(0, upTo) }] : []
  if (end === null) return upTo > 0 ? { parts: rows, rest: buffer.subarray(upTo) } : null

  return { parts: [...rows, { kind: 'end_of_table' }], rest: buffer.subarray(end + END_OF_ROWS.length) }
}

function findEnd(buffer: Buffer): number | null {
  for (let at = buffer.indexOf(END_OF_ROWS); at !== -1; at = buffer.indexOf(END_OF_ROWS, at + 1)) {
    if (at === 0 || buffer[at - 1] === LINE_FEED) return at
  }

  return null
}

function cutLine(buffer: Buffer): Cut | null {
  const end = buffer.indexOf(LINE_FEED)
  if (end === -1 && buffer.length > LONGEST_LINE_BYTES) throw damaged('a line of it has no end')
  if (end === -1) return null
  const line = buffer.subarray(0, end + 1).toString('utf8')

  return { parts: [toPart(line)], rest: buffer.subarray(end + 1) }
}

function toPart(line: string): Part {
  const [, word, says] = /^#([a-z-]+) (\{.*\})\n$/.exec(line) ?? []
  if (says === undefined) throw damaged('it has lines that no backup has')
  if (word === 'landfall-backup') return { kind: 'head', head: parse(says) as Head, line }
  if (word === 'table') return { kind: 'table', table: parse(says) as Table }
  if (word === 'end') return { kind: 'tail', tail: parse(says) as Tail }

  throw damaged('it has lines that no backup has')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged('one of its lines cannot be read')
  }
}

async function* unzipped(file: string, identities: string[]): AsyncGenerator<Buffer> {
  const mustOpen = await isEncrypted(file)
  const raw = createReadStream(file)
  try {
    const opened: Readable = mustOpen ? await decryptBackup(raw, identities) : raw
    const plain = createGunzip()
    opened.on('error', (error) => plain.destroy(error))
    yield* opened.pipe(plain) as AsyncIterable<Buffer>
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw damaged(error instanceof Error ? error.message : 'it cannot be read')
  } finally {
    raw.destroy()
  }
}

/** What a good backup says about itself. */
export type Checked = { head: Head; tables: (Table & MoneyAmount)[] }

/** Reads a whole backup and compares every count and checksum. Throws `BackupError` at the first difference. */
export async function checkBackup(file: string, identities: string[] = []): Promise<Checked> {
  let head: { head: Head; line: string } | null = null
  let tail: Tail | null = null
  let hash = createHash('sha256')
  const tables: (Table & MoneyAmount)[] = []
  for await (const part of readParts(file, identities)) {
    if (tail) throw damaged('something follows its end')
    if (part.kind === 'head') head = part
    else if (!head) throw damaged('it does not begin as a backup')
    else if (part.kind === 'tail') tail = part.tail
    else if (part.kind === 'table') tables.push({ ...part.table, rows: 0, sha256: '' })
    const current = tables.at(-1)
    if (part.kind === 'rows' && current) {
      hash.update(part.chunk)
      current.rows += countRows(part.chunk)
    }
    if (part.kind === 'end_of_table' && current) {
      current.sha256 = hash.digest('hex')
      hash = createHash('sha256')
    }
  }
  if (!head || !tail) throw damaged('it has no end')
  compare(tables, { head, tail })

  return { head: head.head, tables }
}

function compare(
  tables: (Table & MoneyAmount)[],
  { head, tail }: { head: { head: Head; line: string }; tail: Tail },
): void {
  if (head.head.form !== 1) throw new BackupError('This backup has a form that this release does not know.')
  if (createHash('sha256').update(head.line).digest('hex') !== tail.head) throw damaged('its first line was changed')
  const wrong = tables.filter(({ name, rows, sha256 }, index) => {
    const expected = tail.tables[index]

    return expected?.name !== name || expected.rows !== rows || expected.sha256 !== sha256
  })
  if (wrong.length > 0) throw damaged(`${wrong.map(({ name }) => name).join(', ')} differ from their checksums`)
  if (tail.tables.length !== tables.length) throw damaged('tables are missing')
}

function damaged(how: string): BackupError {
  return new BackupError(`This backup is damaged: ${how}.`)
}

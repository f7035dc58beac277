// A backup is one gzip of text: a line that starts with "#" says what follows, the rows of a table are those of
// PostgreSQL's COPY and end with a line "\.", and the last line holds the number of rows and the SHA-256 of each table.
// `gunzip -c` makes it readable without this program.

import fs from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import type { Migration, Table } from './tables.ts'

/** The first line: what the file is, which release made it (since 0.2.0) and which schema it belongs to. */
export type Head = {
  form: 1
  store: string
  release?: string
  madeAt: string
  server: string
  migrations: Migration[]
}

/** What the last line says about a table. */
export type MoneyAmount = { name: string; rows: number; sha256: string }

/** The last line. `head` is the SHA-256 of the first one. */
export type Tail = { head: string; tables: MoneyAmount[] }

/** A refusal that the operator can act on, said in one item. */
export class BackupError extends Error {}

export const END_OF_ROWS = '\\.\n'

/** A line of our own: its word and what it says. */
export function lineOf(word: 'landfall-backup' | 'table' | 'end', says: Head | Table | Tail): string {
  return `#${word} ${JSON.stringify(says)}\n`
}

/** Counts rows of COPY's text form: a line feed inside a value is always escaped. */
export function countRows(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count++

  return count
}

/** How a file of the age format begins; the `age` program opens it as well. */
const HEADER = 'age-encryption.org/v1\n'

/** Encrypts to each of `recipients` (`age1…`): whoever has one of their secret keys can read it. */
export async function encrypt(plain: Readable, recipients: string[]): Promise<Readable> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new BackupError(
        `BACKUP_RECIPIENTS: "${recipient.slice(0, 12)}…" is not a public key that begins with age1.`,
      )
    }
  }

  return fromWeb(await encrypter.encrypt(Readable.toWeb(plain) as unknown as ReadableStream<Uint8Array>))
}

/** Opens what `seal` made. Throws `BackupError` when none of the keys fits. */
export async function decryptBackup(encrypted: Readable, identities: string[]): Promise<Readable> {
  if (identities.length === 0) {
    throw new BackupError('This backup is encrypted: name the file with its secret key, --identity <file>.')
  }
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    return fromWeb(await decrypter.decrypt(Readable.toWeb(encrypted) as unknown as ReadableStream<Uint8Array>))
  } catch (error) {
    const isOther = /no identity matched/i.test(error instanceof Error ? error.message : '')
    throw new BackupError(
      isOther ? 'None of the keys opens this backup.' : 'This backup is damaged: its head cannot be opened.',
    )
  }
}

/** Tells whether a file is encrypted. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await fs.open(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BackupError(`There is no file ${file}.`) : error
  })
  try {
    const { buffer } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0)

    return buffer.toString('latin1') === HEADER
  } finally {
    await handle.close()
  }
}

/** The secret keys of a file as `age-keygen` writes it: one a line, comments left out. */
export async function readIdentities(file: string): Promise<string[]> {
  const text = await fs.readFile(file, 'utf8').catch(() => {
    throw new BackupError(`The key file ${file} cannot be read.`)
  })
  const keys = text.split('\n').filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (keys.length === 0) throw new BackupError(`The key file ${file} holds no line that begins with AGE-SECRET-KEY-.`)

  return keys.map((line) => line.trim())
}

/** A new pair of keys, as `age-keygen` prints it. */
export async function makeKey(): Promise<string> {
  const identity = await generateX25519Identity()

  return `# public key: ${await identityToRecipient(identity)}\n${identity}\n`
}

function fromWeb(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as unknown as import('node:stream/web').ReadableStream<Uint8Array>)
}

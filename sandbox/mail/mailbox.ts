import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { type ParsedMail, parseMime } from './mime.ts'

type Envelope = { from: string; to: string[] }
export type KeptMail = Envelope & ParsedMail & { id: string; receivedAt: string }

export type Mailbox = {
  /** Returns when the mail is on disk. */
  keep(envelope: Envelope, raw: Buffer): KeptMail
  /** Newest first; all mails, or those to one address. */
  list(to: string | null): KeptMail[]
  get(id: string): KeptMail | null
  clear(): void
}

type Stored = { id: string; receivedAt: string; envelope: Envelope; raw: string }

const MAX_MAILS = 1_000

export function openMailbox(dataDir: string | null): Mailbox {
  const directory = dataDir === null ? null : path.join(dataDir, 'test-mail')
  if (directory !== null) mkdirSync(directory, { recursive: true })
  let mails = directory === null ? [] : readMails(directory)
  let last = Number(mails.at(-1)?.id ?? 0)

  const remove = (id: string) => {
    if (directory !== null) rmSync(path.join(directory, `${id}.json`), { force: true })
  }

  return {
    keep: (envelope, raw) => {
      last += 1
      const stored: Stored = {
        id: String(last).padStart(8, '0'),
        receivedAt: new Date().toISOString(),
        envelope,
        raw: raw.toString('base64'),
      }
      if (directory !== null) write(path.join(directory, `${stored.id}.json`), stored)
      const mail = toMail(stored)
      mails.push(mail)
      for (const old of mails.slice(0, -MAX_MAILS)) remove(old.id)
      mails = mails.slice(-MAX_MAILS)

      return mail
    },
    list: (to) => mails.filter((mail) => to === null || mail.to.some((one) => sameAddress(one, to))).reverse(),
    get: (id) => mails.find((mail) => mail.id === id) ?? null,
    clear: () => {
      for (const mail of mails) remove(mail.id)
      mails = []
    },
  }
}

function readMails(directory: string): KeptMail[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => toMail(JSON.parse(readFileSync(path.join(directory, name), 'utf8')) as Stored))
}

function toMail({ id, receivedAt, envelope, raw }: Stored): KeptMail {
  return { id, receivedAt, ...envelope, ...parseMime(Buffer.from(raw, 'base64')) }
}

// Beside its place until it is whole: a half-written file would stop the next start.
function write(file: string, stored: Stored): void {
  const handle = openSync(`${file}.part`, 'w')
  writeSync(handle, JSON.stringify(stored))
  fsyncSync(handle)
  closeSync(handle)
  renameSync(`${file}.part`, file)
}

function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

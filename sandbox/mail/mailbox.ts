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

type Envelope = { from: string; to: string[] }
export type KeptMail = Envelope & ParsedMail & { id: string; receivedAt: string }

export type Mailbox = ReturnType<typeof openMailbox>

type Stored = { id: string; receivedAt: string; envelope: Envelope; raw: string }

const MAX_MAILS = 1_000

export function openMailbox(dataDir: string | null) {
  const directory = dataDir === null ? null : path.join(dataDir, 'test-mail')
  if (directory !== null) mkdirSync(directory, { recursive: true })
  let mails = directory === null ? [] : readMails(directory)
  let last = Number(mails.at(-1)?.id ?? 0)

  const remove = (id: string) => {
    if (directory !== null) rmSync(path.join(directory, `${id}.json`), { force: true })
  }

  return {
    /** Returns when the mail is on disk. */
    keep: (envelope: Envelope, raw: Buffer) => {
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
    /** Newest first; all mails, or those to one address. */
    list: (to: string | null) =>
      mails.filter((mail) => to === null || mail.to.some((one) => sameAddress(one, to))).reverse(),
    get: (id: string) => mails.find((mail) => mail.id === id) ?? null,
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

/** A picture that travels inside a mail; the HTML shows it by `cid:`. */
type ParsedPicture = { cid: string; name: string; type: string; base64: string }

/** A mail taken apart: its two readable halves, and the pictures they show. */
type ParsedMail = {
  headers: Record<string, string>
  subject: string
  text: string
  html: string
  pictures: ParsedPicture[]
}

function parseMime(raw: Buffer): ParsedMail {
  const part = parsePart(raw.toString('latin1'))
  const found: Found = { text: '', html: '', pictures: [] }
  collect(part, found)

  return { headers: part.headers, subject: part.headers.subject ?? '', ...found }
}

// Latin-1 keeps one character per byte until the charset of a part is known.
type Part = { headers: Record<string, string>; body: string }

function parsePart(source: string): Part {
  const [, head = '', body = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(source) ?? ['', source, '']
  const headers: Record<string, string> = {}
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':')
    if (at < 1) continue
    const name = line.slice(0, at).toLowerCase()
    headers[name] = [headers[name], decodeWords(line.slice(at + 1).trim())].filter(Boolean).join(', ')
  }

  return { headers, body }
}

type Found = Pick<ParsedMail, 'text' | 'html' | 'pictures'>

function collect(part: Part, found: Found): void {
  const type = part.headers['content-type'] ?? 'text/plain'
  const boundary = parameter(type, 'boundary')
  if (/^multipart\//i.test(type) && boundary !== null) {
    for (const piece of splitParts(part.body, boundary)) collect(parsePart(piece), found)

    return
  }
  const [picture] = /^image\/(png|jpeg|gif|webp)\b/i.exec(type) ?? []
  if (picture) {
    found.pictures.push({
      cid: (part.headers['content-id'] ?? '').replace(/^<(.*)>$/, '$1'),
      name: parameter(type, 'name') ?? '',
      type: picture.toLowerCase(),
      base64: decodeTransfer(part.body, (part.headers['content-transfer-encoding'] ?? '').toLowerCase()).toString(
        'base64',
      ),
    })

    return
  }
  if (/attachment/i.test(part.headers['content-disposition'] ?? '')) return
  if (/^text\/html/i.test(type)) found.html ||= readBody(part, type)
  else if (/^text\//i.test(type)) found.text ||= readBody(part, type)
}

function splitParts(body: string, boundary: string): string[] {
  const [inner = ''] = `\r\n${body}`.split(`\r\n--${boundary}--`)

  return inner
    .split(`\r\n--${boundary}`)
    .slice(1)
    .map((piece) => piece.replace(/^[ \t]*\r?\n/, ''))
}

function readBody({ headers, body }: Part, type: string): string {
  const encoding = (headers['content-transfer-encoding'] ?? '7bit').toLowerCase()

  return decodeBytes(decodeTransfer(body, encoding), parameter(type, 'charset') ?? 'utf-8')
}

function decodeTransfer(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding === 'quoted-printable') return decodeQuoted(body.replace(/=[ \t]*\r?\n/g, ''))

  return Buffer.from(body, 'latin1')
}

function decodeQuoted(text: string): Buffer {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_match, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

  return Buffer.from(bytes, 'latin1')
}

function decodeWords(value: string): string {
  return (
    value
      // White space between two encoded words belongs to neither.
      .replace(/\?=\s+=\?/g, '?==?')
      .replace(/=\?([^?]+)\?([bq])\?([^?]*)\?=/gi, (_match, charset: string, form: string, text: string) =>
        decodeBytes(
          form.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : decodeQuoted(text.replaceAll('_', ' ')),
          charset,
        ),
      )
  )
}

function decodeBytes(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

function parameter(header: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header)

  return match ? (match[1] ?? match[2] ?? '') : null
}

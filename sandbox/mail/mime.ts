/** A picture that travels inside a mail; the HTML shows it by `cid:`. */
export type ParsedPicture = { cid: string; name: string; type: string; base64: string }

/** A mail taken apart: its two readable halves, and the pictures they show. */
export type ParsedMail = {
  headers: Record<string, string>
  subject: string
  text: string
  html: string
  pictures: ParsedPicture[]
}

export function parseMime(raw: Buffer): ParsedMail {
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

import { createHash } from 'node:crypto'

/** Both signatures the specification knows: the plain one in lower case, the percent-encoded one in upper case. */
export function signaturesOf(params: Record<string, string>, secret: string): { plain: string; encoded: string } {
  const text = joined(params, 'without empty') + secret

  return { plain: digest(text), encoded: digest(ENCODERS.strict(text)).toUpperCase() }
}

/**
 * Whether the server takes the signature. The specification leaves empty values out and encodes `*`; it is silent about
 * the other characters that encoders treat differently, and public clients sign empty values as they send them.
 */
export function isSigned(params: Record<string, string>, secret: string): boolean {
  const { sign = '' } = params
  const texts = [joined(params, 'without empty') + secret, joined(params, 'with empty') + secret]
  if (texts.some((text) => sign === digest(text))) return true

  return texts.some((text) => Object.values(ENCODERS).some((encode) => sign === digest(encode(text)).toUpperCase()))
}

/** How the languages of the known clients encode a text. All of them leave `A-Z a-z 0-9 - _ . ~` bare and encode `*`. */
const ENCODERS = {
  strict: (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, escaped),
  /** JavaScript. */
  bareMarks: (text: string) => encodeURIComponent(text).replaceAll('*', escaped),
  /** Python. */
  bareSlash: (text: string) => ENCODERS.strict(text).replaceAll('%2F', '/'),
}

function joined(params: Record<string, string>, empty: 'with empty' | 'without empty'): string {
  return Object.entries(params)
    .filter(([key, value]) => key !== 'sign' && (value !== '' || empty === 'with empty'))
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('')
}

function digest(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex')
}

function escaped(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}

import { createHash } from 'node:crypto'

/** Both signatures the server takes: the plain one in lower case, the percent-encoded one in upper case. */
export function signaturesOf(params: Record<string, string>, secret: string): { plain: string; encoded: string } {
  const joined = Object.entries(params)
    .filter(([key, value]) => key !== 'sign' && value !== '')
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join('')

  return { plain: digest(joined + secret), encoded: digest(percentEncode(joined + secret)).toUpperCase() }
}

export function isSigned(params: Record<string, string>, secret: string): boolean {
  const { plain, encoded } = signaturesOf(params, secret)

  return params.sign === plain || params.sign === encoded
}

function digest(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex')
}

function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

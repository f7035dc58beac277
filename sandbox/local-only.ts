import type { IncomingMessage } from 'node:http'

const NAMES = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const ADDRESSES = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/** Refuses to listen where others than this machine could ask. */
export function requireLoopback(host: string): void {
  if (!ADDRESSES.test(host)) throw new Error(`A stand-in listens on this machine alone, not on ${host}.`)
}

/**
 * Whether a request asks for this machine by one of its own names, or by that of `publicUrl`. A foreign page can give its
 * own name the address of this machine, and would be read as one of ours: its name gives it away.
 */
export function namesThisMachine({ headers }: IncomingMessage, publicUrl?: string): boolean {
  const { host = '' } = headers
  if (publicUrl !== undefined && host === new URL(publicUrl).host) return true
  const url = `http://${host}`

  return (
    URL.canParse(url) &&
    new URL(url).host === host.toLowerCase().replace(/:80$/, '') &&
    NAMES.test(new URL(url).hostname)
  )
}

/** Whether a page in a browser sent a request, of whatever site; a program names neither. */
export function isFromPage({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined || (headers['sec-fetch-site'] ?? 'none') !== 'none'
}

/** Whether a page of another site sent a request: one of the server's own names the server itself. */
export function isFromForeignPage({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site'] ?? 'none'
  if (site !== 'none' && site !== 'same-origin') return true

  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)
}

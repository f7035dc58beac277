import type { IncomingHttpHeaders } from 'node:http'

/** Which of its forms of a page a request wants, and the headers that make Next write that form. */
export type Variant = { name: string; headers: Record<string, string> }

const HTML: Variant = { name: 'html', headers: { accept: 'text/html' } }
const SEGMENT = /^\/[\w$@()[\]!./-]{0,200}$/

/**
 * HTML, the React payload of a soft navigation, or one of the payloads of a prefetch. `null` for anything else.
 *
 * The visitor's router state is left out on purpose: the answer for a static page does not depend on it.
 */
export function toVariant(headers: IncomingHttpHeaders): Variant | null {
  if (headers.rsc === undefined) return HTML
  if (headers.rsc !== '1') return null
  const segment = headers['next-router-segment-prefetch']
  const prefetch = headers['next-router-prefetch']
  if (typeof segment === 'string') {
    if (!SEGMENT.test(segment)) return null

    return {
      name: `segment ${segment}`,
      headers: { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': segment },
    }
  }
  if (prefetch !== undefined && prefetch !== '1' && prefetch !== '2') return null
  const name = prefetch === undefined ? 'payload' : `payload ahead ${prefetch}`

  return { name, headers: { rsc: '1', ...(prefetch === undefined ? {} : { 'next-router-prefetch': prefetch }) } }
}

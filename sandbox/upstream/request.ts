import type { IncomingMessage } from 'node:http'

const MAX_BYTES = 1_000_000

export type Transport = 'query' | 'form' | 'json' | 'query+form' | 'none'

type ReceivedParams = { params: Record<string, string>; transport: Transport }

/** Everything the caller sent, query and body merged; a body value wins over a query value of the same name. */
export async function readParams(request: IncomingMessage, url: URL): Promise<ReceivedParams> {
  const query = Object.fromEntries(url.searchParams)
  const body = await readBody(request)
  if (body === '') return { params: query, transport: Object.keys(query).length > 0 ? 'query' : 'none' }
  if (isJson(request, body)) return { params: { ...query, ...flatten(body) }, transport: 'json' }

  const form = Object.fromEntries(new URLSearchParams(body))

  return { params: { ...query, ...form }, transport: Object.keys(query).length > 0 ? 'query+form' : 'form' }
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('The request body is too long')
    chunks.push(chunk)
  }

  return Buffer.concat(chunks).toString('utf8')
}

function isJson(request: IncomingMessage, body: string): boolean {
  return (request.headers['content-type'] ?? '').includes('json') || body.trimStart().startsWith('{')
}

function flatten(body: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed !== 'object' || parsed === null) return {}

    return Object.fromEntries(
      Object.entries(parsed)
        .filter(([, value]) => value !== null)
        .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
    )
  } catch {
    return {}
  }
}

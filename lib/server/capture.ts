import { createServer, type RequestListener, request } from 'node:http'
import { duplexPair } from 'node:stream'
import type { Captured } from '#lib/server/page.ts'

const LIMIT_BYTES = 8 * 1024 * 1024
const TIMEOUT_MS = 30_000

export type Ask = { path: string; method?: string; headers: Record<string, string> }

/**
 * Makes a function that sends a request of our own making to a handler and collects the whole answer.
 *
 * The two ends talk HTTP over a pair of streams in memory: no port is opened, and nothing of a visitor's request can
 * reach the handler, because it is never handed over.
 */
export function makeCapture(handler: RequestListener): (ask: Ask) => Promise<Captured> {
  const inner = createServer(handler)

  return ({ path, method = 'GET', headers }) =>
    new Promise((resolve, reject) => {
      const [near, far] = duplexPair()
      const outgoing = request({ path, method, headers, createConnection: () => near }, (incoming) => {
        const chunks: Buffer[] = []
        let bytes = 0
        incoming.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes > LIMIT_BYTES) outgoing.destroy(new Error('the answer is too large to keep'))
        })
        incoming.on('end', () => {
          clearTimeout(timer)
          if (!incoming.complete) return reject(new Error('the answer was cut off'))
          resolve({
            status: incoming.statusCode ?? 500,
            headers: toHeaders(incoming.headers),
            body: Buffer.concat(chunks),
          })
        })
        incoming.on('error', reject)
      })
      const timer = setTimeout(() => outgoing.destroy(new Error('the page took too long')), TIMEOUT_MS)
      outgoing.on('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      inner.emit('connection', far)
      outgoing.end()
    })
}

function toHeaders(headers: NodeJS.Dict<string | string[]>): Captured['headers'] {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string | string[]] => entry[1] !== undefined),
  )
}

import type { OutgoingHttpHeaders } from 'node:http'

/** What Next answered to a request that named no visitor. */
export type Captured = { status: number; headers: Record<string, string | string[]>; body: Buffer }

/**
 * A finished answer: body and policy of one revision. Only what is kept is worth compressing; it is kept in its encodings
 * alone, because nearly every browser takes one of them.
 */
export type Page = {
  status: number
  /** Everything but encoding and length. */
  headers: OutgoingHttpHeaders
  etag: string
  /** How many bytes the answer has before it is encoded. */
  plainLength: number
  /** `null` where the encodings stand for it. */
  plain: Buffer | null
  gzip: Buffer | null
  br: Buffer | null
}

/** What a page costs besides its bytes: the objects that hold it, and the place in the cache. */
const FRAME_BYTES = 1_000

/** How much memory a page takes, in bytes. */
export function sizeOf(page: Page): number {
  const bodies = [page.plain, page.gzip, page.br].reduce((sum, body) => sum + (body?.length ?? 0), 0)
  const headers = Object.entries(page.headers).reduce(
    (sum, [name, value]) => sum + name.length + String(value).length,
    0,
  )

  return bodies + headers + FRAME_BYTES
}

/**
 * Copies bodies into one piece of memory that is exactly as large. What a compressor or a pool hands out holds on to the
 * whole piece it was cut from, which is many times as large for a short answer.
 */
export function pack(bodies: Buffer[]): Buffer[] {
  const whole = Buffer.allocUnsafeSlow(bodies.reduce((sum, { length }) => sum + length, 0))
  let end = 0

  return bodies.map((body) => {
    const begin = end
    end += body.copy(whole, begin)

    return whole.subarray(begin, end)
  })
}

import type { OutgoingHttpHeaders } from 'node:http'

/** What Next answered to a request that named no visitor. */
export type Captured = { status: number; headers: Record<string, string | string[]>; body: Buffer }

/** A finished answer: body and policy of one revision, in every encoding. */
export type Page = {
  status: number
  /** Everything but encoding and length. */
  headers: OutgoingHttpHeaders
  etag: string
  identity: Buffer
  gzip: Buffer
  br: Buffer
}

/** How much memory a page takes, roughly. */
export function sizeOf(page: Page): number {
  return page.identity.length + page.gzip.length + page.br.length + 1_000
}

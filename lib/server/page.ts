import type { OutgoingHttpHeaders } from 'node:http'

/** What Next answered to a request that named no visitor. */
export type Captured = { status: number; headers: Record<string, string | string[]>; body: Buffer }

/** A finished answer: body and policy of one revision. Only what is kept is worth compressing. */
export type Page = {
  status: number
  /** Everything but encoding and length. */
  headers: OutgoingHttpHeaders
  etag: string
  identity: Buffer
  gzip: Buffer | null
  br: Buffer | null
}

/** How much memory a page takes, roughly. */
export function sizeOf(page: Page): number {
  return page.identity.length + (page.gzip?.length ?? 0) + (page.br?.length ?? 0) + 1_000
}

import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { PolicySources } from '#lib/core/rules/page-policies.ts'
import {
  inlineSheets,
  mergePayloadScripts,
  moveScripts,
  type ReadSheet,
  readInline,
  toPolicy,
} from '#lib/server/inline-sheets.ts'

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
function pack(bodies: Buffer[]): Buffer[] {
  const whole = Buffer.allocUnsafeSlow(bodies.reduce((sum, { length }) => sum + length, 0))
  let end = 0

  return bodies.map((body) => {
    const begin = end
    end += body.copy(whole, begin)

    return whole.subarray(begin, end)
  })
}

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

/** A page on its way out, and whether it may be kept. `isPersonal` answers are not even shown to a second visitor. */
export type Finished = { page: Page; mayKeep: boolean; isPersonal: boolean }

export type PageOptions = {
  isSecure: boolean
  cacheControl: string
  /** The only status that may be kept: 404 for the page that stands for every unknown address. */
  keptStatus: number
  /** Whether finished pages are kept at all; a page for one answer is sent as it is. */
  isKeeping: boolean
  /** Whether it is a file that came with the build: it is compressed once for all pages, so it is worth the last per cent. */
  isFile?: boolean
  readSheet: ReadSheet
  /** What its policy allows besides, for tools of the owner. */
  sources?: PolicySources
}

/** A file says itself how long it is good; a page never does. */
const LASTING = /(^|[\s,])max-age=[1-9]/
/** How a document says that what it is about is gone: a page itself cannot choose its status. */
const GONE = '<meta name="gone" content="410"/>'
const CARRIED = /^(content-type|content-language|link|location|x-nextjs-(?!cache$).+)$/
const FROM_CACHE = 'rsc, next-router-prefetch, next-router-segment-prefetch, accept-encoding'

/** Turns what Next answered into a finished page: policy by hash, compressed once, named by its content. */
export async function toPage(captured: Captured, options: PageOptions): Promise<Finished> {
  const isDocument = String(captured.headers['content-type'] ?? '').startsWith('text/html')
  const html = isDocument ? captured.body.toString('utf8') : ''
  const merged = inlineSheets(moveScripts(mergePayloadScripts(html)), options.readSheet)
  const inline = readInline(merged)
  const policy = isDocument
    ? toPolicy(inline, options)
    : toPolicy({ scripts: [], styles: [] }, { isSecure: options.isSecure })
  const plain = isDocument ? Buffer.from(merged) : captured.body
  // A picture is as small as it gets.
  const isPacked = captured.headers['content-type'] === 'image/png'
  const isPersonal = namesVisitor(captured)
  const mayKeep = captured.status === options.keptStatus && !isPersonal && !inline.isForeign
  const status = captured.status === 200 && html.includes(GONE) ? 410 : captured.status
  const etag = `"${createHash('sha256').update(plain).update(policy).digest('base64url').slice(0, 22)}"`

  return {
    page: {
      status,
      headers: headersFor({ captured: { ...captured, status }, policy, mayKeep, options }),
      etag,
      plainLength: plain.length,
      ...(mayKeep && options.isKeeping && !isPacked
        ? await encode(plain, options.isFile ? 11 : 9)
        : { plain, gzip: null, br: null }),
    },
    mayKeep,
    isPersonal,
  }
}

/** Whether an answer was made for one visitor: it sets a cookie, refuses caches, or its policy carries a nonce. */
function namesVisitor({ status, headers }: Captured): boolean {
  const caching = String(headers['cache-control'] ?? '')
  const policy = String(headers['content-security-policy'] ?? '')

  // Next refuses caches for every 404; ours names nobody.
  const refusesCaches = status !== 404 && /\b(no-store|private)\b/.test(caching)

  return 'set-cookie' in headers || refusesCaches || /'nonce-/.test(policy)
}

function headersFor({
  captured,
  policy,
  mayKeep,
  options,
}: {
  captured: Captured
  policy: string
  mayKeep: boolean
  options: PageOptions
}) {
  const carried = Object.entries(captured.headers).filter(([name]) => CARRIED.test(name))
  const given = String(captured.headers['cache-control'] ?? '')
  const isDocument = String(captured.headers['content-type'] ?? '').startsWith('text/html')
  const isAsset = !isDocument && LASTING.test(given)

  const isShared = mayKeep && captured.status === 200

  return {
    ...Object.fromEntries(carried),
    'cache-control': !isShared ? 'private, no-store' : isAsset ? given : options.cacheControl,
    ...(isAsset ? {} : { 'content-security-policy': policy }),
    vary: isAsset ? 'accept-encoding' : FROM_CACHE,
  }
}

/** One after the other: the threads that compress also read files and look up names, and nobody else may wait for them. */
async function encode(plain: Buffer, quality: number): Promise<Pick<Page, 'plain' | 'gzip' | 'br'>> {
  const gzipped = await toGzip(plain, { level: 9 })
  const compressed = await toBrotli(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  })
  const [ofGzip = null, br = null] = pack([gzipped, compressed])

  return { plain: null, gzip: ofGzip, br }
}

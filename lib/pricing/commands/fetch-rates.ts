import 'server-only'
import { Agent, request } from 'undici'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { calendarDateAt } from '#lib/core/rules/field-schemas.ts'
import { lockPrices } from '#lib/pricing/repository/pricing.ts'
import {
  type FetchFailure,
  findRateFetch,
  type RateFetch,
  showCurrencies,
  storeRateFetch,
} from '#lib/pricing/repository/rate-fetches.ts'
import { storeCurrency } from '#lib/pricing/repository/sale-terms.ts'
import { findCurrencyTable, insertCurrencyTable } from '#lib/pricing/repository/selling-currencies.ts'
import { judgeRates, RATE_FILE_BYTES, type RateReading, withRates } from '#lib/pricing/rules/currency-table.ts'
import { readRateSource } from '#lib/pricing/rules/rate-source.ts'
import { writePriceTerms } from '#lib/pricing/rules/selling-currency.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'

const HOUR_MS = 3_600_000
const FETCH_EVERY_MS = 6 * HOUR_MS
const RETRY_AFTER_MS = HOUR_MS
const TIMEOUT_MS = 15_000
// Past the time limit of a fetch: whoever began it is gone.
const LOST_AFTER_MS = 60_000
const MAX_REDIRECTS = 3

/** A fetch that is due: where from, and what is known of it by now. */
type Begun = { url: string; at: Date }

/**
 * Fetches rates when they are due, once over all processes: every six hours, an hour after a failure, and soon after the
 * address has changed. Then has pages made anew when a currency stopped or came back because of the age of its rate.
 */
export async function watchRates(now = new Date()): Promise<void> {
  const begun = await transaction(async (tx) => {
    await lockPrices(tx)
    const { 'currencies.url': url } = await readSettings(['currencies.url'], tx)
    if (url === null || !isDue(await findRateFetch(tx), { url, now })) return null
    await storeRateFetch({ url, at: now, state: 'running', failure: null, notes: [] }, tx)

    return { url, at: now }
  })
  if (begun) await fetchInto(begun, 'clock')
  await transaction(async (tx) => {
    await lockPrices(tx)
    await showCurrencies({ isNew: false, now }, tx)
  })
}

/** Fetches rates now. Throws `forbidden`, and `bad_input` with the reason `no_url` while there is no address. */
export async function fetchRates(caller: Caller): Promise<Pick<RateFetch, 'failure' | 'notes'>> {
  const staff = requirePermission(caller, 'catalog.change')

  return fetchInto({ url: await requireUrl(), at: new Date() }, actorOf(staff), staff.role)
}

/** Reads what the address of the settings says now, for somebody to look at. Throws like `fetchRates`, and `bad_input` with why it said nothing. */
export async function readAddressNow(): Promise<RateReading> {
  const read = await readAddress(await requireUrl())
  if ('failure' in read) throw new AppError('bad_input', 'The address gave no rates.', { reason: read.failure })

  return read
}

async function requireUrl(): Promise<string> {
  const { 'currencies.url': url } = await readSettings(['currencies.url'])
  if (url === null) throw new AppError('bad_input', 'There is no address of rates.', { reason: 'no_url' })

  return url
}

function isDue(last: RateFetch | null, { url, now }: { url: string; now: Date }): boolean {
  if (last?.url !== url) return true
  const wait = { running: LOST_AFTER_MS, failed: RETRY_AFTER_MS, done: FETCH_EVERY_MS }[last.state]

  return now.getTime() - last.at.getTime() >= wait
}

/**
 * Fetches rates and lets the newer ones count for the currencies that follow the address. One that moved by more than ten
 * percent does not count before somebody has looked at it.
 */
async function fetchInto({ url, at }: Begun, by: string, role?: string): Promise<Pick<RateFetch, 'failure' | 'notes'>> {
  const read = await readAddress(url)
  if ('failure' in read) {
    log.warn('no rates', { kind: read.failure })
    await transaction((tx) => storeRateFetch({ url, at, state: 'failed', failure: read.failure, notes: [] }, tx))

    return { failure: read.failure, notes: [] }
  }

  return transaction(async (tx) => {
    await lockPrices(tx)
    const { 'currencies.url': current } = await readSettings(['currencies.url'], tx)
    // Of an address that nobody wants any more; the new one is due at once.
    if (current !== url) return { failure: null, notes: [] }
    const table = await findCurrencyTable(tx)
    const before = table?.entries ?? []
    const following = before.filter(({ source }) => source === 'url')
    const notes = judgeRates(following, read, { mayJump: false })
    await storeRateFetch({ url, at, state: 'done', failure: null, notes }, tx)
    if (!table || !notes.some(({ result }) => result === 'taken')) return { failure: null, notes }
    const entries = withRates(before, notes, 'url')
    const number = await insertCurrencyTable({ base: table.number, entries, origin: 'url', by }, tx)
    const change = { before: { terms: writePriceTerms(before) }, after: { terms: writePriceTerms(entries) } }
    const who = { actor: by, ...(role ? { role } : {}) }
    await recordAudit({ ...who, act: 'pricing.currencies_changed', subject: String(number), ...change }, tx)
    await showCurrencies({ isNew: true, now: new Date() }, tx)

    return { failure: null, notes }
  })
}

/** Reads the rates at an address: a file of a megabyte at most, within 15 seconds, over the scheme that was asked for. */
export async function readAddress(
  url: string,
  timeoutMs = TIMEOUT_MS,
): Promise<RateReading | { failure: FetchFailure }> {
  const text = await readBody(url, AbortSignal.timeout(timeoutMs))
  if (typeof text !== 'string') return text
  const read = readRateSource(text, { store: storeCurrency(), today: calendarDateAt(new Date(), 0) })

  return 'problem' in read ? { failure: read.problem } : read
}

async function readBody(url: string, signal: AbortSignal): Promise<string | { failure: FetchFailure }> {
  const { protocol } = new URL(url)
  if (env.STORE_MODE === 'live' && protocol !== 'https:') return { failure: 'insecure' }
  const dispatcher = new Agent({ connections: 1 })
  try {
    let at = new URL(url)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const { statusCode, headers, body } = await request(at, { dispatcher, signal })
      if (statusCode === 200) return await readLimited(body)
      const next = headers.location
      if (statusCode < 300 || statusCode > 399 || typeof next !== 'string') return { failure: 'status' }
      at = new URL(next, at)
      if (at.protocol !== protocol) return { failure: 'redirect' }
      // The one connection is free for the next address when this answer has been read.
      await body.dump()
    }

    return { failure: 'redirect' }
  } catch {
    return { failure: signal.aborted ? 'timeout' : 'unreachable' }
  } finally {
    await dispatcher.destroy().catch(() => undefined)
  }
}

async function readLimited(body: AsyncIterable<Uint8Array>): Promise<string | { failure: FetchFailure }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > RATE_FILE_BYTES) return { failure: 'too_large' }
    chunks.push(chunk)
  }

  return new TextDecoder().decode(Buffer.concat(chunks))
}

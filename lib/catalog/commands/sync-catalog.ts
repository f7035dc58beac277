import 'server-only'
import { toFreshDestination } from '#lib/catalog/commands/live-plan.ts'
import { endRun, openRun, type SyncRun, saveProgress } from '#lib/catalog/repository/admin-catalog.ts'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import {
  type FreshDestination,
  type KnownDestination,
  listCountryAliases,
  listKnownDestinations,
  markVanished,
  nameAddresses,
  publishCatalog,
  saveDestinationReading,
  saveReadFailure,
} from '#lib/catalog/repository/catalog-mirror.ts'
import {
  isHollow,
  type PlanList,
  type ProviderSku,
  toMirroredPlans,
  unreadableCodes,
  vanishedDestinations,
} from '#lib/catalog/rules/plan.ts'
import { SHIPPED_LOCALES, shownLocales } from '#lib/core/i18n/config.ts'
import { destinationName } from '#lib/core/i18n/countries.ts'
import { log } from '#lib/core/log.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction, withLock } from '#lib/core/repository/client.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { createThrottle, syncThrottleMs, type Throttle } from '#lib/provider/commands/throttle.ts'
import { listPlans, listSkus } from '#lib/provider/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { lockSettings, readShopSettings } from '#lib/settings/repository/settings.ts'

/** How far a pass has come: destinations to read, read, and not readable so far. */
export type SyncProgressReport = { total: number; done: number; failed: number; calls: number }

/** Who asked for the pass, who wants to see its progress, and how to stop it early. */
type SyncOptions = {
  trigger: string
  onProgress?: (progress: SyncProgressReport) => void
  signal?: AbortSignal
}

/** How a pass ended. `stopped` is resumed by the next one; `already_running` means that another process is at it. */
type SyncOutcome =
  | ({ state: 'finished' | 'stopped'; runId: string; hasChanged: boolean } & SyncProgressReport)
  | { state: 'failed'; runId: string; error: string }
  | { state: 'already_running' }

const PUBLISH_EVERY = 20
const GIVE_UP_AFTER = 5
const SILENCE = new Set(['not_sent', 'timeout', 'network', 'aborted', 'no_session', 'session_expired'])

type Pass = {
  run: SyncRun
  throttle: Throttle
  isFirstFilling: boolean
  options: SyncOptions
  progress: SyncProgressReport
  hasChanged: boolean
  unpublished: number
}

/**
 * Mirrors the provider's catalogue: every product, then the plans of each, one transaction per product.
 *
 * One pass runs at a time over all processes. A pass that was cut off goes on where it stopped. What it does not
 * reach keeps its plans; a product is marked as gone only by a complete product list that lacks it.
 */
export async function syncCatalog(options: SyncOptions): Promise<SyncOutcome> {
  return (await withLock('sync', () => runPass(options))) ?? { state: 'already_running' }
}

async function runPass(options: SyncOptions): Promise<SyncOutcome> {
  const run = await openRun(options.trigger)
  try {
    const listed = await currentProvider().call(listSkus, {}, options.signal && { signal: options.signal })
    const known = await listKnownDestinations()
    // An empty list would take the whole shop down; a catalogue that was sold out says so by its stock.
    if (listed.length === 0 && known.length > 0) return await fail(run, 'empty_product_list')
    const pass = await openPass({ run, options, listed, known })
    const isThrough = await readAll(pass, pendingOf(listed, known, run))

    return await closePass(pass, {
      isThrough,
      gone: vanishedDestinations(
        known.map(({ id }) => id),
        idsOf(listed),
      ),
    })
  } catch (error) {
    log.warn('catalogue pass failed', { runId: run.id, error })

    return fail(run, reasonOf(error))
  }
}

async function openPass(start: {
  run: SyncRun
  options: SyncOptions
  listed: ProviderSku[]
  known: KnownDestination[]
}): Promise<Pass> {
  const { run, options, listed, known } = start
  const progress = {
    total: listed.length,
    done: listed.length - pendingOf(listed, known, run).length,
    failed: 0,
    calls: run.calls + 1,
  }
  await saveProgress(run.id, progress)

  return {
    run,
    options,
    progress,
    throttle: createThrottle(await syncThrottleMs(), options.signal),
    isFirstFilling: known.every(({ plansReadAt }) => plansReadAt === null || plansReadAt >= run.startedAt),
    // What a pass that broke off has stored, no version has told of.
    hasChanged: run.isResumed,
    unpublished: 0,
  }
}

// Read since the pass began means done, so a pass that is resumed needs no list of its own. Those that failed last
// time stand at the end: a few that never answer cannot keep a pass from the rest.
function pendingOf(listed: ProviderSku[], known: KnownDestination[], run: SyncRun): ProviderSku[] {
  const byId = new Map(known.map((destination) => [destination.id, destination]))
  const readAt = ({ skuId }: ProviderSku) => byId.get(skuId)?.plansReadAt?.getTime() ?? 0
  const hasFailed = ({ skuId }: ProviderSku) => Number((byId.get(skuId)?.lastReadError ?? null) !== null)

  return listed
    .filter((destination) => readAt(destination) < run.startedAt.getTime())
    .sort((a, b) => hasFailed(a) - hasFailed(b) || a.skuId - b.skuId)
}

/** Reads every pending destination, and those that failed a second time. `false` when the pass was stopped. */
async function readAll(pass: Pass, pending: ProviderSku[]): Promise<boolean> {
  const failed: { destination: ProviderSku; answer: Answer }[] = []
  let unansweredInARow = 0
  for (const destination of pending) {
    if (pass.options.signal?.aborted) return false
    const answer = await readOne(pass, destination)
    unansweredInARow = answer === 'silent' ? unansweredInARow + 1 : 0
    if (answer !== 'read') failed.push({ destination, answer })
    if (unansweredInARow >= GIVE_UP_AFTER) return false
  }
  const isAnswering = failed.length < pending.length
  for (const { destination, answer } of failed) {
    if (pass.options.signal?.aborted) return false
    // It was counted as failed once; if it fails again it is counted again.
    pass.progress.failed -= 1
    // Said twice, while others are read, "not found" means that it has no plans.
    await readOne(pass, destination, answer === 'not_found' && isAnswering)
  }

  return true
}

/**
 * `failed` is one destination's trouble, and so is `not_found`; `silent` is that of the item or the session, and will meet the
 * next one too.
 */
type Answer = 'read' | 'failed' | 'not_found' | 'silent'

async function readOne(pass: Pass, destination: ProviderSku, isNotFoundEmpty = false): Promise<Answer> {
  const { progress, options } = pass
  await pass.throttle()
  progress.calls += 1
  const answer = await readPlans(destination, options.signal)
  const isEmpty = isNotFoundEmpty && 'error' in answer && answer.error === 'not_found'
  const reading = isEmpty ? { list: NO_PLANS } : answer
  // Read each time: what staff say of a name while a pass runs is not taken back by it.
  const aliases = await listCountryAliases()
  const fresh = toFreshDestination(destination, 'list' in reading ? reading.list : null, aliases)
  if ('list' in reading) {
    await keep(pass, fresh, reading.list)
    progress.done += 1
  } else {
    await saveReadFailure(fresh, reading.error)
    progress.failed += 1
  }
  await saveProgress(pass.run.id, progress)
  options.onProgress?.({ ...progress })
  if ('list' in reading) return 'read'
  if (reading.error === 'not_found') return 'not_found'

  return SILENCE.has(reading.error) ? 'silent' : 'failed'
}

const NO_PLANS: PlanList = {
  ...{ skuId: null, name: null, localName: null, regionCode: null, countries: null },
  plans: [],
  unreadable: [],
}

async function readPlans(
  destination: ProviderSku,
  signal?: AbortSignal,
): Promise<{ list: PlanList } | { error: string }> {
  try {
    const list = await currentProvider().call(listPlans, { skuId: destination.skuId }, signal && { signal })

    return isHollow(list) ? { error: 'no_data' } : { list }
  } catch (error) {
    return { error: reasonOf(error) }
  }
}

async function keep(pass: Pass, destination: FreshDestination, list: PlanList): Promise<void> {
  const plans = toMirroredPlans(list.plans)
  const { hasChanged } = await saveDestinationReading({
    runId: pass.run.id,
    destination,
    plans,
    unreadable: unreadableCodes(list),
    listsChanges: !pass.isFirstFilling,
  })
  pass.hasChanged ||= hasChanged
  pass.unpublished += 1
  if (!pass.isFirstFilling || pass.unpublished < PUBLISH_EVERY) return
  // The first visitors of a new shop see it fill, instead of nothing until the end.
  pass.unpublished = 0
  await publishCatalog()
}

async function closePass(pass: Pass, end: { isThrough: boolean; gone: number[] }): Promise<SyncOutcome> {
  const { run, progress } = pass
  const error = end.isThrough ? null : 'stopped'
  const hasChanged = await transaction(async (tx) => {
    // First what waits for people who edit: they hold no row that it needs, and wait for none of its own.
    const isNamed = await giveAddresses(tx)
    const vanished = await markVanished(end.gone, tx)
    await endRun(run.id, error, tx)
    const changed = pass.hasChanged || vanished > 0 || isNamed
    if (changed) await raiseCatalogVersion(tx)

    return changed
  })
  log.info('catalogue pass ended', { runId: run.id, count: progress.done, kind: error ?? 'finished' })

  return { state: end.isThrough ? 'finished' : 'stopped', runId: run.id, hasChanged, ...progress }
}

/** Gives destinations the addresses that they lack, by their names. Returns whether there was any. */
export async function giveAddresses(tx: Tx): Promise<boolean> {
  await lockSettings(tx)
  const { languages } = await readShopSettings(tx)
  // Languages that are not shown yet as well, so that they are whole when they are.
  const locales = [...new Set([...SHIPPED_LOCALES, ...shownLocales(languages)])]

  return nameAddresses({ locales, nameIn: destinationName }, tx)
}

async function fail(run: SyncRun, error: string): Promise<SyncOutcome> {
  await endRun(run.id, error)

  return { state: 'failed', runId: run.id, error }
}

function idsOf(listed: ProviderSku[]): number[] {
  return listed.map(({ skuId }) => skuId)
}

function reasonOf(error: unknown): string {
  return isProviderFailure(error) ? error.kind : 'unexpected_error'
}

/**
 * Starts a pass over the catalogue and returns at once; how far it is can be read. While one runs, nothing happens.
 *
 * Throws `forbidden`.
 */
export async function startCatalogSync(caller: Caller): Promise<void> {
  const { role } = requirePermission(caller, 'catalog.sync')
  const actor = actorOf(caller)
  await recordAudit({ actor, role, act: 'catalog.sync_started', subject: 'catalog' })
  // A pass that dies with this process is resumed by the next one.
  syncCatalog({ trigger: actor }).catch((error: unknown) => log.error('catalogue pass not started', { error }))
}

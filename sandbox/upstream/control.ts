import type { IncomingMessage, ServerResponse } from 'node:http'
import { isFromPage } from '#sandbox/local-only.ts'
import { DAY_MS, setNow, toMillionths } from '#sandbox/upstream/clock.ts'
import {
  addFault,
  callsOf,
  type FaultInput,
  type MixSettings,
  newCallLog,
  newFaultBoard,
} from '#sandbox/upstream/faults.ts'
import {
  type Account,
  type Esim,
  liveEntries,
  NEW_ACCOUNT,
  type Order,
  type PlanEntry,
  statusOf,
} from '#sandbox/upstream/ledger.ts'
import { sendAnswer } from '#sandbox/upstream/misbehave.ts'
import { builtPriceId, makeOffer, type PlanPatch, type SkuPatch } from '#sandbox/upstream/offer.ts'
import { bookOrder, heldIccids, nextEntryId, physicalSims } from '#sandbox/upstream/purchase.ts'
import { readBody } from '#sandbox/upstream/request.ts'
import type { Sandbox } from '#sandbox/upstream/sandbox.ts'
import { now, resetWorld, setSession, setStock, type World } from '#sandbox/upstream/world.ts'

export function makeControl(sandbox: Sandbox) {
  const { world } = sandbox

  return {
    reset: () => resetSandbox(sandbox),
    clock: () => new Date(now(world)),
    setClock: ({ now: wanted, advanceMs = 0 }: { now?: string | number; advanceMs?: number }) => {
      const at = (wanted === undefined ? now(world) : new Date(wanted).getTime()) + advanceMs
      if (!Number.isFinite(at)) throw new Error('now must be a time, advanceMs a number')
      setNow(world.clock, at)
      world.journal.append({ kind: 'clock', offsetMs: world.clock.offsetMs })
      advanceQueues(world)

      return new Date(at)
    },
    calls: (filter: { path?: string; since?: number } = {}) => callsOf(sandbox.log, filter),
    clearCalls: () => {
      sandbox.log.calls = []
    },
    addFault: (input: FaultInput) => addFault(sandbox.board, input),
    faults: () => sandbox.board.faults,
    clearFaults: () => {
      sandbox.board.faults = []
    },
    setMix: (settings: MixSettings | null) => {
      if (settings && !Number.isInteger(settings.seed)) throw new Error('seed must be a whole number')
      sandbox.mix = settings && { settings, drawn: 0, cancellations: 0 }
    },
    setInventory: (change: StockChange) => changeStock(world, change),
    changePlan: (change: PlanChange) => changePlan(world, change),
    changeSku: (change: SkuChange) => changeSku(world, change),
    changeUsage: (change: UsageChange) => changeUsage(world, change),
    addCounterCard: (esim: CounterCard) => addCounterCard(world, esim),
    orders: () => ledgerOf(world),
    changeOrder: (change: OrderChange) => changeOrder(world, change),
    account: () => world.account,
    changeAccount: (change: Partial<Account>) => changeAccount(sandbox, change),
    endSession: () => setSession(world, null),
    setLatency: ({ ms }: { ms: number }) => {
      if (!(ms >= 0)) throw new Error('ms must be 0 or more')
      sandbox.latencyMs = ms
    },
  }
}

function resetSandbox(sandbox: Sandbox): void {
  resetWorld(sandbox.world)
  sandbox.log = { ...newCallLog(), nextSeq: sandbox.log.nextSeq }
  sandbox.board = newFaultBoard()
  sandbox.mix = null
  sandbox.latencyMs = 0
}

function changeAccount({ world }: Sandbox, change: Partial<Account>): Account {
  const unknown = Object.keys(change).filter((key) => !(key in NEW_ACCOUNT))
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}`)
  for (const amount of [change.credit, change.extraCharge]) if (amount != null) toMillionths(amount)
  world.account = { ...world.account, ...change }
  world.journal.append({ kind: 'account', value: world.account })

  return world.account
}

export type LedgerOrder = Order & {
  statusNow: number
  liveIccids: string[]
  esims: Esim[]
}

/** Every order with its references, eSIMs and present status: the service's own books, oldest first. */
function ledgerOf(world: World): LedgerOrder[] {
  const at = now(world)

  return [...world.orders.values()].map((order) => ({
    ...order,
    statusNow: statusOf(order, at),
    liveIccids: liveEntries(order, at).map((entry) => entry.iccid),
    esims: order.entries.flatMap((entry) => world.esims.get(entry.iccid) ?? []),
  }))
}

const SOLD_DAYS_AGO = 200

/** A physical card that somebody bought at a partner's counter. `place` is which of the partner's ten it is. */
type CounterCard = { dpId: number; place?: number }

/** Puts an eSIM into somebody's hands, loaded once long ago and not by this account. The same one is given out once. */
function addCounterCard(world: World, { dpId, place = 0 }: CounterCard): { iccid: string } {
  const iccid = heldIccids(dpId)[place]
  const sku = [...world.offer.skus.values()].find((candidate) => candidate.dpId === dpId)
  const plan = sku?.plans.find((candidate) => candidate.flowType === 0)
  if (!iccid || !sku || !plan) throw new Error('no such card')
  if (world.esims.has(iccid)) return { iccid }

  const at = now(world) - SOLD_DAYS_AGO * DAY_MS
  const esims = physicalSims(world, { sku, count: 1, at, held: [iccid] })
  const { credit } = world.account
  bookOrder(
    world,
    { sku, plan, days: plan.days, beginDay: null, count: 1, orderMode: '0', main: null, params: {}, at },
    esims,
  )
  world.account.credit = credit
  world.journal.append({ kind: 'account', value: world.account })

  return { iccid }
}

/** What the service's own people did to an order. `iccids` are the eSIMs it lists from now on; `isHidden` unlists it. */
export type OrderChange = {
  orderNum: string
  status?: number
  total?: string
  isHidden?: boolean
  iccids?: string[]
  /** How long ago it was placed, by the sandbox's clock. */
  createdAt?: string
}

/** Changes what the service says about an order, without anybody having asked it to. */
function changeOrder(world: World, change: OrderChange): Order {
  const { orderNum, status, total, isHidden, iccids, createdAt } = change
  const order = world.orders.get(orderNum)
  if (!order) throw new Error(`no order ${orderNum}`)
  if (total !== undefined) {
    toMillionths(total)
    order.total = total
  }
  if (status !== undefined) order.status = status
  if (isHidden !== undefined) order.invisibleUntil = isHidden ? Number.MAX_SAFE_INTEGER : 0
  if (createdAt !== undefined) order.createdAt = new Date(createdAt).getTime()
  if (iccids) {
    const known = new Map(order.entries.map((entry) => [entry.iccid, entry]))
    const blank = { usedMb: 0, beginAt: null, endAt: null, status: 0 }
    order.entries = iccids.map((iccid) => known.get(iccid) ?? { id: nextEntryId(world), iccid, ...blank })
  }
  world.journal.append({ kind: 'order', value: order })

  return order
}

const RUNNING = 1
const ENDED = 2

/** Lets the plans of every eSIM follow each other: when one has ended, the one that waits longest begins. */
function advanceQueues(world: World): void {
  const at = now(world)
  const byEsim = new Map<string, { order: Order; entry: PlanEntry }[]>()
  for (const order of world.orders.values()) {
    const gone = new Set(order.cancelled.map(({ iccid }) => iccid))
    for (const entry of order.entries) {
      if (!gone.has(entry.iccid)) byEsim.set(entry.iccid, [...(byEsim.get(entry.iccid) ?? []), { order, entry }])
    }
  }
  for (const plans of byEsim.values()) {
    for (let moved = true; moved; ) moved = advance(plans, { at, world })
  }
}

function advance(plans: { order: Order; entry: PlanEntry }[], { at, world }: { at: number; world: World }): boolean {
  const ended = plans.filter(({ entry }) => entry.endAt !== null && entry.endAt <= at)
  const isRunning = plans.some(({ entry }) => entry.beginAt !== null && (entry.endAt === null || entry.endAt > at))
  const next = plans.find(({ entry }) => entry.beginAt === null)
  for (const { order, entry } of ended.filter(({ entry }) => entry.status === RUNNING)) {
    entry.status = ENDED
    world.journal.append({ kind: 'order', value: order })
  }
  if (ended.length === 0 || isRunning || !next) return false
  const begin = Math.max(...ended.map(({ entry }) => entry.endAt ?? 0), next.order.createdAt)
  next.entry.beginAt = begin
  next.entry.endAt = begin + next.order.days * DAY_MS
  next.entry.status = RUNNING
  world.journal.append({ kind: 'order', value: next.order })

  return true
}

/** A plan is named by its present `priceId` or by its `apiCode`; `skuId` may be given along and is not needed. */
type PlanName = { skuId?: number; priceId?: number; apiCode?: string }

type StockChange = PlanName & { left: number }

/** Any field of a plan, `hide`, `price`, or `newPriceId` for a plan whose number changes while its code stays. */
type PlanChange = PlanName & { newPriceId?: number } & Omit<PlanPatch, 'apiCode' | 'priceid'> & {
    newApiCode?: string | null
  }

type SkuChange = { skuId: number } & SkuPatch

function changeStock(world: World, { left, ...name }: StockChange): void {
  if (!Number.isInteger(left) || left < 0) throw new Error('left must be a whole number')
  const built = requirePlan(world, name)
  setStock(world, world.planPatches.get(built)?.priceid ?? built, left)
}

function changePlan(world: World, change: PlanChange): void {
  const { skuId: _, priceId, apiCode, newPriceId, newApiCode, ...fields } = change
  const built = requirePlan(world, {
    ...(priceId !== undefined && { priceId }),
    ...(apiCode !== undefined && { apiCode }),
  })
  const patch = {
    ...world.planPatches.get(built),
    ...fields,
    ...(newPriceId !== undefined && { priceid: newPriceId }),
    ...(newApiCode !== undefined && { apiCode: newApiCode }),
  }
  world.planPatches.set(built, patch)
  world.journal.append({ kind: 'plan', priceId: built, value: patch })
  world.offer = makeOffer(world.planPatches, world.skuPatches)
}

function changeSku(world: World, { skuId, ...fields }: SkuChange): void {
  const patch = { ...world.skuPatches.get(skuId), ...fields }
  world.skuPatches.set(skuId, patch)
  world.journal.append({ kind: 'sku', skuId, value: patch })
  world.offer = makeOffer(world.planPatches, world.skuPatches)
}

function requirePlan(world: World, name: PlanName): number {
  const built = builtPriceId(name, world.planPatches)
  if (built === null) throw new Error('no such plan')

  return built
}

// `never` fits every verb: the control plane checks what matters and trusts its loopback caller with the rest.
type Body = never

type Route = (control: Control, input: { body: Body; query: URLSearchParams }) => unknown

const ROUTES: Record<string, Route> = {
  'POST reset': (control) => control.reset(),
  'GET clock': (control) => ({ now: control.clock() }),
  'POST clock': (control, { body }) => ({ now: control.setClock(body) }),
  'GET calls': (control, { query }) => {
    const path = query.get('path')

    return control.calls({ ...(path && { path }), since: Number(query.get('since') ?? 0) })
  },
  'DELETE calls': (control) => control.clearCalls(),
  'GET faults': (control) => control.faults(),
  'POST faults': (control, { body }) => control.addFault(body),
  'DELETE faults': (control) => control.clearFaults(),
  'POST mix': (control, { body }) => control.setMix(body),
  'DELETE mix': (control) => control.setMix(null),
  'POST inventory': (control, { body }) => control.setInventory(body),
  'POST price': (control, { body }) => control.changePlan(body),
  'POST plan': (control, { body }) => control.changePlan(body),
  'POST sku': (control, { body }) => control.changeSku(body),
  'POST usage': (control, { body }) => control.changeUsage(body),
  'POST card': (control, { body }) => control.addCounterCard(body),
  'GET orders': (control) => control.orders(),
  'POST order': (control, { body }) => control.changeOrder(body),
  'GET account': (control) => control.account(),
  'POST account': (control, { body }) => control.changeAccount(body),
  'DELETE session': (control) => control.endSession(),
  'POST latency': (control, { body }) => control.setLatency(body),
}

type Exchange = { request: IncomingMessage; response: ServerResponse; url: URL }

export async function serveControl(
  { sandbox, control }: { sandbox: Sandbox; control: Control },
  exchange: Exchange,
): Promise<void> {
  const { request, response, url } = exchange
  const reply = (status: number, value: unknown) =>
    sendAnswer({ status, type: 'application/json', body: JSON.stringify(value) }, response)
  if (!isLoopback(request.socket.remoteAddress ?? '')) return reply(403, { error: 'loopback only' })
  // What a page in a browser asks, its reader did not ask.
  if (isFromPage(request)) return reply(403, { error: 'for programs only' })

  const route = ROUTES[`${request.method} ${url.pathname.slice('/_control/'.length)}`]
  if (!route) return reply(404, { error: 'unknown control', known: Object.keys(ROUTES) })
  try {
    const text = await readBody(request)
    const result = route(control, { body: JSON.parse(text === '' ? '{}' : text) as never, query: url.searchParams })
    await sandbox.world.journal.flush()
    reply(200, result ?? { ok: true })
  } catch (error) {
    reply(400, { error: error instanceof Error ? error.message : String(error) })
  }
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
}

/** What happened on an eSIM. `beginDate` and `endDate` are instants; null takes them back. */
export type UsageChange = {
  iccid: string
  /** The order whose plan is meant; without it the newest one of the eSIM. */
  orderNum?: string
  usedMb?: number
  beginDate?: string | null
  endDate?: string | null
  planStatus?: number
  /** Any number, also one without a known meaning. */
  orderStatus?: number
  eid?: string | null
  dpStatus?: string | null
}

function changeUsage(world: World, change: UsageChange): PlanEntry {
  const esim = world.esims.get(change.iccid)
  const order = [...world.orders.values()].findLast(
    (candidate) =>
      candidate.entries.some((entry) => entry.iccid === change.iccid) &&
      (change.orderNum === undefined || candidate.orderNum === change.orderNum),
  )
  const entry = order?.entries.find((candidate) => candidate.iccid === change.iccid)
  if (!esim || !order || !entry) throw new Error('no such card')

  changeEntry(world, { order, entry, change })
  changeEsim(esim, change)
  if (change.dpStatus === 'Delete') markDeleted(world, esim)
  if (change.orderStatus !== undefined) order.status = change.orderStatus
  world.journal.append({ kind: 'card', value: esim })
  world.journal.append({ kind: 'order', value: order })

  return entry
}

function changeEntry(
  world: World,
  { order, entry, change }: { order: Order; entry: PlanEntry; change: UsageChange },
): void {
  if (change.usedMb !== undefined) entry.usedMb = change.usedMb
  if (change.beginDate !== undefined) entry.beginAt = toInstant(change.beginDate)
  else if ((change.usedMb ?? 0) > 0) entry.beginAt ??= now(world)
  if (change.endDate !== undefined) entry.endAt = toInstant(change.endDate)
  else entry.endAt = entry.beginAt === null ? null : entry.beginAt + order.days * DAY_MS
  entry.status = change.planStatus ?? (entry.beginAt === null ? 0 : 1)
}

function changeEsim(esim: Esim, change: UsageChange): void {
  if (change.eid !== undefined) esim.eid = change.eid
  if (change.dpStatus !== undefined) esim.dpStatus = change.dpStatus
  else if (change.eid) esim.dpStatus ??= 'Enable'
}

function markDeleted(world: World, esim: Esim): void {
  for (const order of world.orders.values()) {
    if (!order.entries.some((entry) => entry.iccid === esim.iccid)) continue
    order.status = 5
    world.journal.append({ kind: 'order', value: order })
  }
}

function toInstant(text: string | null): number | null {
  if (text === null) return null
  const at = new Date(text).getTime()
  if (Number.isNaN(at)) throw new Error(`${text} is not a time`)

  return at
}

/** The operator's hand on the sandbox; the same verbs as under `/_control/`. */
export type Control = ReturnType<typeof makeControl>

import { randomInt } from 'node:crypto'
import { type Clock, nowOf } from '#sandbox/upstream/clock.ts'
import { type Journal, type JournalLine, memoryJournal, openJournal, type Sequence } from '#sandbox/upstream/journal.ts'
import { type Account, type Esim, NEW_ACCOUNT, type Order, type Session } from '#sandbox/upstream/ledger.ts'
import { makeOffer, type Offer, type PlanPatch, type SkuPatch } from '#sandbox/upstream/offer.ts'

type Credentials = { phone: string; password: string; secret: string }

/** Everything the server remembers. Change it, then `append` the changed subject to the journal. */
export type World = {
  credentials: Credentials
  clock: Clock
  session: Session | null
  account: Account
  orders: Map<string, Order>
  esims: Map<string, Esim>
  stock: Map<number, number>
  planPatches: Map<number, PlanPatch>
  skuPatches: Map<number, SkuPatch>
  sequence: Sequence
  offer: Offer
  journal: Journal
}

const USUAL_STOCK = 20_000

export async function openWorld(credentials: Credentials, dataDir: string | undefined): Promise<World> {
  const world = emptyWorld(credentials)
  if (dataDir === undefined) return world

  const opened = openJournal(dataDir)
  for (const line of opened.lines) replay(world, line)
  world.offer = makeOffer(world.planPatches, world.skuPatches)
  world.journal = await opened.start(linesOf(world))

  return world
}

export function now(world: World): number {
  return nowOf(world.clock)
}

/** Cards left for a plan; a few plans start almost or quite sold out. */
export function leftOf(world: World, priceId: number): number {
  const known = world.stock.get(priceId)
  if (known !== undefined) return known
  const apiCode = world.offer.plans.get(priceId)?.plan.apiCode
  if (apiCode === '356-0-30-20-G') return 0
  if (apiCode === '352-0-30-20-G') return 2

  return USUAL_STOCK
}

export function setStock(world: World, priceId: number, left: number): void {
  world.stock.set(priceId, left)
  world.journal.append({ kind: 'stock', priceId, left })
}

export function setSession(world: World, session: Session | null): void {
  world.session = session
  world.journal.append({ kind: 'session', value: session })
}

/** Forgets everything but the numbers already given out: an order number or ICCID is never used twice. */
export function resetWorld(world: World): void {
  replay(world, { kind: 'reset' })
  world.offer = makeOffer(world.planPatches, world.skuPatches)
  for (const line of [{ kind: 'reset' } as const, ...linesOf(world)]) world.journal.append(line)
}

function emptyWorld(credentials: Credentials): World {
  const planPatches = new Map<number, PlanPatch>()
  const skuPatches = new Map<number, SkuPatch>()

  return {
    credentials,
    clock: { offsetMs: 0 },
    session: null,
    account: { ...NEW_ACCOUNT },
    orders: new Map(),
    esims: new Map(),
    stock: new Map(),
    planPatches,
    skuPatches,
    // A shop may outlive an in-memory sandbox; a random start keeps a new one from repeating its numbers.
    sequence: { order: randomInt(900_000), esim: randomInt(9_000_000_000), entry: randomInt(900_000) },
    offer: makeOffer(planPatches, skuPatches),
    journal: memoryJournal,
  }
}

function replay(world: World, line: JournalLine): void {
  switch (line.kind) {
    case 'order':
      world.orders.set(line.value.orderNum, line.value)
      return
    case 'card':
      world.esims.set(line.value.iccid, line.value)
      return
    case 'stock':
      world.stock.set(line.priceId, line.left)
      return
    case 'plan':
      world.planPatches.set(line.priceId, line.value)
      return
    case 'sku':
      world.skuPatches.set(line.skuId, line.value)
      return
    case 'account':
      world.account = { ...NEW_ACCOUNT, ...line.value }
      return
    case 'session':
      world.session = line.value
      return
    case 'sequence':
      world.sequence = line.value
      return
    case 'clock':
      world.clock.offsetMs = line.offsetMs
      return
    case 'reset':
      Object.assign(world, { ...emptyWorld(world.credentials), journal: world.journal, sequence: world.sequence })
  }
}

function linesOf(world: World): JournalLine[] {
  return [
    ...[...world.orders.values()].map((value) => ({ kind: 'order', value }) as const),
    ...[...world.esims.values()].map((value) => ({ kind: 'card', value }) as const),
    ...[...world.stock].map(([priceId, left]) => ({ kind: 'stock', priceId, left }) as const),
    ...[...world.planPatches].map(([priceId, value]) => ({ kind: 'plan', priceId, value }) as const),
    ...[...world.skuPatches].map(([skuId, value]) => ({ kind: 'sku', skuId, value }) as const),
    { kind: 'account', value: world.account },
    { kind: 'session', value: world.session },
    { kind: 'sequence', value: world.sequence },
    { kind: 'clock', offsetMs: world.clock.offsetMs },
  ]
}

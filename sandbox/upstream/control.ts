import { callsOf, type LoggedCall, newCallLog } from '#sandbox/upstream/call-log.ts'
import { setNow } from '#sandbox/upstream/clock.ts'
import { addCounterCard, type CounterCard } from '#sandbox/upstream/control-cards.ts'
import { type LedgerOrder, ledgerOf } from '#sandbox/upstream/control-ledger.ts'
import {
  changePlan,
  changeSku,
  changeStock,
  type PlanChange,
  type SkuChange,
  type StockChange,
} from '#sandbox/upstream/control-offer.ts'
import { changeOrder, type OrderChange } from '#sandbox/upstream/control-orders.ts'
import { changeUsage, type UsageChange } from '#sandbox/upstream/control-usage.ts'
import type { MixSettings } from '#sandbox/upstream/fault-mix.ts'
import { addFault, type Fault, type FaultInput, newFaultBoard } from '#sandbox/upstream/faults.ts'
import { type Account, NEW_ACCOUNT, type Order, type PlanEntry } from '#sandbox/upstream/ledger.ts'
import { toMillionths } from '#sandbox/upstream/money.ts'
import { advanceQueues } from '#sandbox/upstream/queue.ts'
import type { Sandbox } from '#sandbox/upstream/sandbox.ts'
import { now, resetWorld, setSession } from '#sandbox/upstream/world.ts'

/** The operator's hand on the sandbox; the same verbs as under `/_control/`. */
export type Control = {
  reset: () => void
  clock: () => Date
  setClock: (change: { now?: string | number; advanceMs?: number }) => Date
  calls: (filter?: { path?: string; since?: number }) => LoggedCall[]
  clearCalls: () => void
  addFault: (input: FaultInput) => Fault
  faults: () => Fault[]
  clearFaults: () => void
  setMix: (settings: MixSettings | null) => void
  setInventory: (change: StockChange) => void
  changePlan: (change: PlanChange) => void
  changeSku: (change: SkuChange) => void
  changeUsage: (change: UsageChange) => PlanEntry
  addCounterCard: (card: CounterCard) => { iccid: string }
  orders: () => LedgerOrder[]
  changeOrder: (change: OrderChange) => Order
  account: () => Account
  changeAccount: (change: Partial<Account>) => Account
  endSession: () => void
  setLatency: (change: { ms: number }) => void
}

export function makeControl(sandbox: Sandbox): Control {
  const { world } = sandbox

  return {
    reset: () => resetSandbox(sandbox),
    clock: () => new Date(now(world)),
    setClock: ({ now: wanted, advanceMs = 0 }) => {
      const at = (wanted === undefined ? now(world) : new Date(wanted).getTime()) + advanceMs
      if (!Number.isFinite(at)) throw new Error('now must be a time, advanceMs a number')
      setNow(world.clock, at)
      world.journal.append({ kind: 'clock', offsetMs: world.clock.offsetMs })
      advanceQueues(world)

      return new Date(at)
    },
    calls: (filter = {}) => callsOf(sandbox.log, filter),
    clearCalls: () => {
      sandbox.log.calls = []
    },
    addFault: (input) => addFault(sandbox.board, input),
    faults: () => sandbox.board.faults,
    clearFaults: () => {
      sandbox.board.faults = []
    },
    setMix: (settings) => {
      if (settings && !Number.isInteger(settings.seed)) throw new Error('seed must be a whole number')
      sandbox.mix = settings && { settings, drawn: 0, cancellations: 0 }
    },
    setInventory: (change) => changeStock(world, change),
    changePlan: (change) => changePlan(world, change),
    changeSku: (change) => changeSku(world, change),
    changeUsage: (change) => changeUsage(world, change),
    addCounterCard: (card) => addCounterCard(world, card),
    orders: () => ledgerOf(world),
    changeOrder: (change) => changeOrder(world, change),
    account: () => world.account,
    changeAccount: (change) => changeAccount(sandbox, change),
    endSession: () => setSession(world, null),
    setLatency: ({ ms }) => {
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

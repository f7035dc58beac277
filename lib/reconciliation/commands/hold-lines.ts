import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { db } from '#lib/core/repository/client.ts'
import { claimOne, finishLease, LeaseLost } from '#lib/core/repository/leases.ts'
import { holdLineIn } from '#lib/fulfilment/commands/fulfil-line/end-line.ts'
import { claimer } from '#lib/fulfilment/commands/hold-lease.ts'
import { getWorkLine, moveLine } from '#lib/orders/repository/lines.ts'
import type { HoldReason } from '#lib/orders/rules/line-reasons.ts'
import { canMove } from '#lib/orders/rules/line-states.ts'
import { type ActResult, type Deciding, decide, refusal } from '#lib/reconciliation/commands/deciding.ts'

const REASONS: Record<string, HoldReason> = {
  order_not_listed: 'order_missing',
  cards_differ: 'order_differs',
  iccid_twice: 'order_differs',
  line_without_payment: 'order_unpaid',
  refund_differs: 'refunded_elsewhere',
}

/** Stops the lines that a discrepancy is about until a person has decided on the page of their order. */
export async function holdLines(deciding: Deciding): Promise<ActResult> {
  const { discrepancy } = deciding
  const reason = REASONS[discrepancy.kind]
  const lines = reason ? await linesOf(deciding) : []
  const movable = lines.filter(({ state }) => canMove(state, 'HELD'))
  if (!reason || movable.length === 0) throw refusal('not_possible')

  return withLines(
    movable.map(({ id }) => id),
    (leases) =>
      decide(deciding, async (tx) => {
        for (const lease of leases) {
          const line = await getWorkLine(lease.id, tx)
          if (!line || !canMove(line.state, 'HELD')) throw refusal('line_busy')
          const evidence = { finding: discrepancy.id, orderNum: discrepancy.subject }
          await holdLineIn(line, { lease, exit: { from: line.state, reason, evidence }, tx })
        }

        return 'closed'
      }),
  )
}

/** Lets a held line go on to where its eSIM data is asked for again; what comes is judged as always. */
export async function fetchDetailsAgain(deciding: Deciding): Promise<ActResult> {
  const [line] = await linesOf(deciding)
  const found = line && (await getWorkLine(line.id))
  const isShort = found && found.cards.filter(({ sealedCode }) => sealedCode !== null).length < found.quote.count
  if (found?.state !== 'HELD' || !isShort) throw refusal('not_possible')
  const result = await withLines([found.id], ([lease]) =>
    decide(deciding, async (tx) => {
      const move = { from: 'HELD', to: 'PLACED', changes: { evidence: {}, reason: null } } as const
      if (!lease || !(await moveLine(lease, move, tx))) throw refusal('line_busy')

      return 'asked'
    }),
  )
  wakeWorker()

  return result
}

async function linesOf({ discrepancy }: Deciding) {
  const { evidence, orderId } = discrepancy
  const lineId = typeof evidence === 'object' && evidence && 'lineId' in evidence ? evidence.lineId : null
  const where = typeof lineId === 'string' ? { id: lineId } : { orderId: orderId ?? '' }

  return db().line.findMany({ where, select: { id: true, state: true } })
}

type Lease = NonNullable<Awaited<ReturnType<typeof claimOne>>>

async function withLines<Result>(ids: string[], work: (leases: Lease[]) => Promise<Result>): Promise<Result> {
  const leases: Lease[] = []
  try {
    for (const id of ids) {
      const lease = await claimOne('Line', { ...claimer(), id })
      if (!lease) throw refusal('line_busy')
      leases.push(lease)
    }

    return await work(leases)
  } catch (error) {
    throw error instanceof LeaseLost ? refusal('line_busy') : error
  } finally {
    for (const lease of leases) await finishLease('Line', lease, 0)
  }
}

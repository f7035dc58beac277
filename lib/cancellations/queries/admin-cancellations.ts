import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'

const MAX = 200

const select = {
  id: true,
  itemId: true,
  orderNum: true,
  state: true,
  requestedBy: true,
  reason: true,
  askedAt: true,
  sentAt: true,
  endedAt: true,
  answer: true,
  outcome: true,
  items: {
    select: {
      answer: true,
      esim: {
        select: {
          id: true,
          iccid: true,
          cancelState: true,
          item: { select: { order: { select: { id: true, number: true } } } },
        },
      },
    },
  },
} as const

/**
 * Reads the returns of single eSIMs: those that wait for something, the oldest first, then the ended ones.
 *
 * ICCIDs are shortened and the supplier's credit is absent for roles that may not see them. Throws `forbidden`.
 */
export async function listCancellations(caller: Caller) {
  requirePermission(caller, 'returns.see')
  const items = { some: {} }
  const [open, ended] = await Promise.all([
    db().cancelAttempt.findMany({
      where: { items, state: { notIn: ['CONFIRMED', 'REFUSED'] } },
      orderBy: { askedAt: 'asc' },
      take: MAX,
      select,
    }),
    db().cancelAttempt.findMany({
      where: { items, state: { in: ['CONFIRMED', 'REFUSED'] } },
      orderBy: { endedAt: 'desc' },
      take: MAX,
      select,
    }),
  ])
  const rows = [...open, ...ended]
  const credits = can(caller, 'costs.see') ? await findCredits(rows.map(({ id }) => id)) : new Map()

  return rows.flatMap(({ items: esims, answer, outcome, requestedBy, ...row }) => {
    const order = esims[0]?.esim.item.order
    if (!order) return []

    return {
      ...row,
      order,
      askedBy: requestedBy.startsWith('staff:') ? ('staff' as const) : ('buyer' as const),
      refusal: row.state === 'REFUSED' ? toRefusal(outcome) : null,
      esims: esims.map(({ answer: given, esim }) => ({
        id: esim.id,
        iccid: can(caller, 'iccids.see') ? esim.iccid : maskIccid(esim.iccid),
        state: esim.cancelState,
        answer: given,
      })),
      answers: toRecord(answer).cards ?? [],
      credit: credits.get(row.id) ?? null,
    }
  })
}

type Credit = { amount: string; currency: string; confirmedAt: Date | null }

async function findCredits(ids: string[]): Promise<Map<string, Credit>> {
  const rows = await db().providerEntry.findMany({
    where: { kind: 'expected_credit', note: { in: ids } },
    select: { note: true, amount: true, currency: true, confirmedAt: true },
  })

  return new Map(rows.map(({ note, amount, ...credit }) => [note ?? '', { ...credit, amount: amount.toFixed() }]))
}

function toRefusal(outcome: unknown): { code: number | null; text: string | null } {
  const { code, text } = toRecord(outcome)

  return { code: typeof code === 'number' ? code : null, text: typeof text === 'string' ? text : null }
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

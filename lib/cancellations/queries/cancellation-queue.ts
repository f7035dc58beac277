import 'server-only'
import { z } from 'zod'
import { countCancellations, listCancellationIds } from '#lib/cancellations/repository/cancellations.ts'
import {
  type CancellationAnswer,
  type ProviderCredit,
  QUEUE_COUNTED,
  type QueuedState,
  type QueueFilter,
  type QueueView,
} from '#lib/cancellations/rules/cancellation-queue.ts'
import { parseSeenOrder } from '#lib/cancellations/rules/cancellation-readings.ts'
import { env } from '#lib/core/env.ts'
import { maskText } from '#lib/core/queries/export-rows.ts'
import { db } from '#lib/core/repository/client.ts'
import { findCancellationIds } from '#lib/core/repository/lists.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { addDays } from '#lib/core/rules/field-schemas.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'
import { timeScaleOf } from '#lib/core/rules/timers.ts'
import {
  listCancellationCredits,
  listConfirmedCredits,
  listExpectedCredits,
} from '#lib/finance/repository/provider-ledger.ts'
import { readListSearch } from '#lib/orders/queries/searched.ts'
import { isClosable } from '#lib/orders/rules/admin-order.ts'
import type { RefundReason } from '#lib/refunds/rules/refund-answer.ts'

const PAGE = 50
const MAX_CREDITS = 100
const CONFIRMED_SHOWN = 20

const STATES: Record<QueueView, QueuedState[]> = {
  open: ['WAITING', 'ASKED', 'SENT', 'OPEN', 'HELD'],
  refused: ['REFUSED'],
  done: ['CONFIRMED'],
}

/**
 * Reads the cancellation desk: one page of requests for single eSIMs, the open ones oldest first, the others newest first,
 * with the credits that the supplier owes.
 *
 * ICCIDs are shortened and credits absent for roles that may not see them. Throws `forbidden`.
 */
export async function getCancellationQueue(caller: Caller, filter: Partial<QueueFilter> = {}) {
  requirePermission(caller, 'returns.see')
  const [open, refused, done, listed, credits] = await Promise.all([
    countCancellations(STATES.open, QUEUE_COUNTED),
    countCancellations(STATES.refused, QUEUE_COUNTED),
    countCancellations(STATES.done, QUEUE_COUNTED),
    listQueuedCancellations(caller, filter),
    can(caller, 'costs.see') ? readCredits() : null,
  ])

  return { counts: { open, refused, done }, ...listed, credits }
}

/** Reads one page of requests as the desk lists them; ICCIDs are shortened as there. Throws `forbidden`. */
export async function listQueuedCancellations(caller: Caller, filter: Partial<QueueFilter> = {}, max = PAGE) {
  requirePermission(caller, 'returns.see')
  const found = await readCancellations(caller, filter, max + 1)
  const rows = found.slice(0, max)
  const credits = can(caller, 'costs.see') ? await listCancellationCredits(rows) : []
  const creditOf = new Map(credits.map(({ cancellationId, ...credit }) => [cancellationId, credit]))

  return {
    returns: rows.flatMap((row) => {
      const one = toCancellation(caller, row)

      return one ? { ...one, credit: creditOf.get(one.id) ?? null } : []
    }),
    more: found.length > max ? (rows.at(-1)?.id ?? null) : null,
  }
}

async function readCancellations(caller: Caller, filter: Partial<QueueFilter>, limit: number) {
  const { view = 'open', q = '', by = null, from = null, to = null, after = null } = filter
  const searched = await readListSearch(caller, q)
  const ids = await listCancellationIds(STATES[view], {
    ids: searched && (await findCancellationIds(searched)),
    by: view === 'open' ? 'askedAt' : 'endedAt',
    asker: by,
    from: from && new Date(`${from}T00:00:00Z`),
    until: to && new Date(`${addDays(to, 1)}T00:00:00Z`),
    after,
    limit,
  })
  const rows = await db().cancelAttempt.findMany({
    where: { id: { in: ids } },
    select: {
      id: true,
      orderNum: true,
      state: true,
      requestedBy: true,
      reason: true,
      askedAt: true,
      sentAt: true,
      endedAt: true,
      looks: true,
      answer: true,
      outcome: true,
      items: {
        select: {
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
    },
  })
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

function toCancellation(caller: Caller, row: Awaited<ReturnType<typeof readCancellations>>[number]) {
  const { items, answer, outcome, requestedBy, ...facts } = row
  const order = items[0]?.esim.item.order
  if (!order) return null
  const answers = readAnswers(answer)
  const refusal = row.state === 'REFUSED' ? outcomeSchema.parse(outcome) : null

  return {
    ...facts,
    order,
    askedBy: requestedBy.startsWith('staff:') ? 'staff' : 'buyer',
    reason: maskText(caller, row.reason),
    refusal: refusal && { ...refusal, text: maskText(caller, refusal.text) },
    isClosable: isClosable(row, { now: new Date(), timeScale: timeScaleOf(env) }),
    // Of nothing that has ended or was never sent.
    evidence: row.state === 'OPEN' || row.state === 'HELD' ? readEvidence(answer, outcome, items) : null,
    esims: items.map(({ esim }) => ({
      id: esim.id,
      iccid: can(caller, 'iccids.see') ? esim.iccid : maskIccid(esim.iccid),
      state: esim.cancelState,
      answer: answers.find(({ esimId }) => esimId === esim.id) ?? null,
    })),
  }
}

const outcomeSchema = z
  .object({ code: z.int().nullable().catch(null), text: z.string().nullable().catch(null) })
  .catch({ code: null, text: null })

const storedRequestSchema = z
  .object({ attempt: z.int().catch(1), before: z.unknown() })
  .catch({ attempt: 1, before: null })
const answeredSchema = z
  .object({ class: z.string().nullable().catch(null), code: z.int().nullable().catch(null), seen: z.unknown() })
  .catch({ class: null, code: null, seen: null })

type Asked = { esim: { iccid: string } }[]

function readEvidence(answer: unknown, outcome: unknown, asked: Asked) {
  const { attempt, before } = storedRequestSchema.parse(answer)
  const { class: said, code, seen } = answeredSchema.parse(outcome)

  return { answer: said, code, attempts: attempt, before: readingOf(before, asked), now: readingOf(seen, asked) }
}

function readingOf(stored: unknown, asked: Asked) {
  const seen = parseSeenOrder(stored)

  return (
    seen && {
      status: seen.status,
      listed: seen.iccids.length,
      profiles: asked.map(({ esim }) => seen.profiles?.[esim.iccid] ?? null),
    }
  )
}

const answersSchema = z
  .object({
    cards: z.array(
      z.object({
        cardId: z.string(),
        answer: z.enum(['yes', 'no', 'ask']),
        until: z.iso.datetime().nullable(),
        reasons: z.array(z.string()),
        facts: z.array(z.object({ name: z.string(), value: z.string().nullable(), ageMs: z.number().nullable() })),
      }),
    ),
  })
  .catch({ cards: [] })

function readAnswers(stored: unknown): CancellationAnswer[] {
  return answersSchema.parse(stored).cards.map(({ cardId, until, reasons, ...answer }) => ({
    ...answer,
    esimId: cardId,
    until: until === null ? null : new Date(until),
    reasons: reasons as RefundReason[],
  }))
}

// A page of what is owed; the ledger has the rest.
async function readCredits(): Promise<ProviderCredit[]> {
  const [owed, confirmed] = await Promise.all([listExpectedCredits(MAX_CREDITS), listConfirmedCredits(CONFIRMED_SHOWN)])

  return [...owed, ...confirmed]
}

/**
 * One request to give eSIMs of an order back. `refusal` is what the network said, as it came. `credit` stands in the ledger
 * for all its eSIMs that went back, and is `null` for roles that may not see costs.
 */
export type QueuedCancellation = CancellationQueue['returns'][number]

/**
 * What an open request is decided by: the provider's answer, and order and eSIMs before the call and at the last
 * look.
 */
export type CancellationEvidence = ReturnType<typeof readEvidence>

/**
 * One page of the queue. `counts` end at `QUEUE_COUNTED`, `more` is the key of the next page. `credits` is `null` for roles
 * that may not see costs.
 */
export type CancellationQueue = Awaited<ReturnType<typeof getCancellationQueue>>

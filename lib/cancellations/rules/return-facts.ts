import { z } from 'zod'
import type { ESIM_CANCEL_STATES } from '#lib/cancellations/rules/esim-cancel-states.ts'
import { lastInstallMinute } from '#lib/catalog/rules/install-deadline.ts'
import type { ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'
import type { EsimFacts, RefundFacts } from '#lib/refunds/rules/refund-answer.ts'
import type { CancelRule } from '#lib/settings/rules/shop.ts'

const storedFactsSchema = z.object({
  orderStatus: z.int().nullable(),
  usedMb: z.number().nullable(),
  startedAt: z.iso.datetime().nullable(),
  orderReadAt: z.iso.datetime().nullable(),
  hasInstallSignal: z.boolean().nullable(),
  profileStatus: z.string().nullable(),
  signalReadAt: z.iso.datetime().nullable(),
  // Said in the same answer as the signal. Rows from before do not have them.
  expiresAt: z.iso.datetime().nullish(),
  takesTopUp: z.boolean().nullish(),
})

/** What is kept on an eSIM of the provider's words about it, as plain JSON: each of the two readings with its instant. */
export type StoredFacts = z.output<typeof storedFactsSchema>

/** Nothing was ever read. */
export const NO_FACTS: StoredFacts = {
  orderStatus: null,
  usedMb: null,
  startedAt: null,
  orderReadAt: null,
  hasInstallSignal: null,
  profileStatus: null,
  signalReadAt: null,
}

/** Reads the stored facts of an eSIM. What is not one of ours counts as never read. */
export function parseStoredFacts(value: unknown): StoredFacts {
  const parsed = storedFactsSchema.safeParse(value)

  return parsed.success ? parsed.data : NO_FACTS
}

/** What the row of an order says about one of its eSIMs. */
export function orderFactsOf(row: Pick<ProviderOrderRow, 'status' | 'plans'>, iccid: string, readAt: Date) {
  const plans = row.plans.filter((plan) => plan.iccid === iccid)
  const used = plans.map(({ usedMb }) => usedMb)
  const starts = plans.flatMap(({ beginsAt }) => beginsAt ?? []).sort((a, b) => a.getTime() - b.getTime())

  return {
    orderStatus: row.status,
    // One plan that reports nothing leaves the sum unknown; an eSIM that is not listed reports nothing.
    usedMb: used.length === 0 || used.includes(null) ? null : used.reduce<number>((sum, mb) => sum + (mb ?? 0), 0),
    startedAt: starts[0]?.toISOString() ?? null,
    orderReadAt: readAt.toISOString(),
  } satisfies Partial<StoredFacts>
}

/** How far the return of an eSIM is, in the states of its row. */
export type EsimCancelState = (typeof ESIM_CANCEL_STATES)[number]

/** What our own rows say about an eSIM whose return is thought of. */
export type ReturnSubject = {
  cancelState: EsimCancelState
  revealedAt: Date | null
  activateBefore: string | null
  facts: unknown
  item: { kind: 'PURCHASE' | 'RENEWAL'; placedAt: Date | null; createdAt: Date }
  providerOrder: { lockDecisionAt: Date | null; refetchedAt: Date | null }
}

/** Returns everything the answer about an eSIM rests on. */
export function toRefundFacts(
  esim: ReturnSubject,
  { rule, isDisputed, isToppedUp }: { rule: CancelRule; isDisputed: boolean; isToppedUp: boolean },
): RefundFacts {
  return {
    cancelState: statusOf(esim.cancelState),
    isDisputed,
    isTopUp: esim.item.kind === 'RENEWAL',
    isToppedUp,
    lockedAt: esim.providerOrder.lockDecisionAt,
    isRefetched: esim.providerOrder.refetchedAt !== null,
    revealedAt: esim.revealedAt,
    purchasedAt: esim.item.placedAt ?? esim.item.createdAt,
    installBefore: esim.activateBefore === null ? null : lastInstallMinute(esim.activateBefore),
    rule,
    esim: toEsimFacts(parseStoredFacts(esim.facts)),
  }
}

function statusOf(state: EsimCancelState): RefundFacts['cancelState'] {
  if (state === 'NONE') return 'none'
  if (state === 'REFUSED') return 'refused'

  return state === 'ASKED' || state === 'SENT' || state === 'OPEN' ? 'running' : 'returned'
}

function toEsimFacts(stored: StoredFacts): EsimFacts {
  return {
    readAt: toDate(stored.orderReadAt),
    orderStatus: stored.orderStatus,
    usedMb: stored.usedMb,
    startedAt: toDate(stored.startedAt),
    signalReadAt: toDate(stored.signalReadAt),
    hasInstallSignal: stored.hasInstallSignal,
  }
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

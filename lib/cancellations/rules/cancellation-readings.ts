import { z } from 'zod'
import { lastInstallMinute } from '#lib/catalog/rules/plan.ts'
import { ORDER_STATUS, type ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'
import type { RefundDetails, RefundEsim } from '#lib/refunds/rules/refund-answer.ts'
import type { CancelRule } from '#lib/settings/rules/shop.ts'

/** The reason of a request that carries out a statement of withdrawal. */
export const WITHDRAWAL = 'withdrawal'

/** How far the return of an eSIM can be, from an eSIM that nobody wants to give back to one whose money is back. */
export const ESIM_CANCEL_STATES = [
  'NONE',
  'ASKED',
  'SENT',
  'OPEN',
  'CONFIRMED',
  'REFUSED',
  'MONEY_DUE',
  'MONEY_BACK',
] as const

/** Where an eSIM is that the network has taken back, whatever became of the money. */
export const RETURNED: readonly (typeof ESIM_CANCEL_STATES)[number][] = ['CONFIRMED', 'MONEY_DUE', 'MONEY_BACK']

const storedReadingsSchema = z.object({
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
export type StoredReadings = z.output<typeof storedReadingsSchema>

/** Nothing was ever read. */
export const NO_READINGS: StoredReadings = {
  orderStatus: null,
  usedMb: null,
  startedAt: null,
  orderReadAt: null,
  hasInstallSignal: null,
  profileStatus: null,
  signalReadAt: null,
}

/** Reads the stored facts of an eSIM. What is not one of ours counts as never read. */
export function parseStoredReadings(value: unknown): StoredReadings {
  const parsed = storedReadingsSchema.safeParse(value)

  return parsed.success ? parsed.data : NO_READINGS
}

/** What the row of an order says about one of its eSIMs. */
export function orderReadingsOf(row: Pick<ProviderOrderRow, 'status' | 'plans'>, iccid: string, readAt: Date) {
  const plans = row.plans.filter((plan) => plan.iccid === iccid)
  const used = plans.map(({ usedMb }) => usedMb)
  const starts = plans.flatMap(({ beginsAt }) => beginsAt ?? []).sort((a, b) => a.getTime() - b.getTime())

  return {
    orderStatus: row.status,
    // One plan that reports nothing leaves the sum unknown; an eSIM that is not listed reports nothing.
    usedMb: used.length === 0 || used.includes(null) ? null : used.reduce<number>((sum, mb) => sum + (mb ?? 0), 0),
    startedAt: starts[0]?.toISOString() ?? null,
    orderReadAt: readAt.toISOString(),
  } satisfies Partial<StoredReadings>
}

/** How far the return of an eSIM is, in the states of its row. */
export type EsimCancelState = (typeof ESIM_CANCEL_STATES)[number]

/** What our own rows say about an eSIM whose return is thought of. */
export type CancellationSubject = {
  cancelState: EsimCancelState
  revealedAt: Date | null
  activateBefore: string | null
  facts: unknown
  item: { kind: 'PURCHASE' | 'RENEWAL'; placedAt: Date | null; createdAt: Date }
  providerOrder: { lockDecisionAt: Date | null; refetchedAt: Date | null }
}

/** Returns everything the answer about an eSIM rests on. */
export function toRefundDetails(
  esim: CancellationSubject,
  { rule, isDisputed, isToppedUp }: { rule: CancelRule; isDisputed: boolean; isToppedUp: boolean },
): RefundDetails {
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
    esim: toRefundEsim(parseStoredReadings(esim.facts)),
  }
}

function statusOf(state: EsimCancelState): RefundDetails['cancelState'] {
  if (state === 'NONE') return 'none'
  if (state === 'REFUSED') return 'refused'

  return state === 'ASKED' || state === 'SENT' || state === 'OPEN' ? 'running' : 'returned'
}

function toRefundEsim(stored: StoredReadings): RefundEsim {
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

/**
 * A provider order at one moment: its status, the eSIMs that its list names, and what the provider says of their
 * profiles, by ICCID (`dpStatus` as it came; `profiles` is `null` when it could not be read).
 */
export type SeenOrder = {
  status: number | null
  iccids: readonly string[]
  profiles: Readonly<Record<string, string | null>> | null
}

const seenOrderSchema = z.object({
  status: z.int().nullable(),
  iccids: z.array(z.string()),
  // Rows from before do not have them.
  profiles: z.record(z.string(), z.string().nullable()).nullable().default(null),
})

/** Reads a stored reading. What is not one of ours counts as never read. */
export function parseSeenOrder(value: unknown): SeenOrder | null {
  return seenOrderSchema.safeParse(value).data ?? null
}

/** What is known when the outcome of a cancellation is looked for. `before` was read right before its first call. */
export type CancellationReading = {
  asked: readonly string[]
  before: SeenOrder | null
  now: SeenOrder | null
  /** Whether our own call was answered with success. */
  isAccepted: boolean
  /** No other request changed this order since ours was sent: what changed is the work of ours. */
  isAlone: boolean
  /** The order list was once seen to stop naming an eSIM that was taken back. */
  listDropsCancelled: boolean
}

/**
 * Tells whether the asked eSIMs are proven to be taken back. Everything short of proof is `false`.
 *
 * Status 2 proves every eSIM. A list that has dropped the asked ones and still names the rest proves them. Otherwise only
 * what changed since the call can be proof, while nobody else asked for anything:
 *
 * - From 0 to 4 after our own success, unless a list that is known to drop eSIMs still names an asked one.
 * - From 0 to 4 after a lost answer, or a refusal that the order belies, unless an asked profile is said to live.
 * - At 4 before and after, the order shows nothing, and the profile of each asked eSIM has to: success together with all
 *   of them gone since the call is proof. Without success a phone may have disabled them, except where no phone ever
 *   had them: a profile that was not said to be anything and now is gone was taken back by the provider.
 *
 * Never where some asked profiles have gone and others not, or that of another eSIM of the order: then that is what
 * changed the order.
 */
export function isCancellationProven(reading: CancellationReading): boolean {
  const { asked, before, now, isAccepted, isAlone, listDropsCancelled } = reading
  if (now?.status === ORDER_STATUS.cancelled) return true
  if (now?.status !== ORDER_STATUS.partlyCancelled || before === null) return false
  if (hasDropped(reading)) return true
  const isShorter = now.iccids.length > 0 && before.iccids.some((iccid) => !now.iccids.includes(iccid))
  const isStillListed = asked.some((iccid) => now.iccids.includes(iccid))
  if (!isAlone || (isStillListed && (listDropsCancelled || isShorter))) return false
  const gone = goneSince(before, now)
  const haveGone = asked.every((iccid) => gone.includes(iccid))
  if (gone.length > 0 && !haveGone) return false
  if (before.status === ORDER_STATUS.active) {
    return isAccepted || (now.profiles !== null && asked.every((iccid) => signOf(now, iccid) !== 'lives'))
  }
  const wereUnused = asked.every((iccid) => signOf(before, iccid) === 'silent')

  return before.status === ORDER_STATUS.partlyCancelled && haveGone && (isAccepted || wereUnused)
}

/** The eSIMs whose profiles have gone between two readings. */
function goneSince(before: SeenOrder, now: SeenOrder): string[] {
  const read = Object.keys(before.profiles ?? {})

  return read.filter((iccid) => signOf(now, iccid) === 'gone' && signOf(before, iccid) !== 'gone')
}

/** Tells whether the list has stopped naming the asked eSIMs while it names all that stay. An empty list says nothing. */
export function hasDropped({ asked, before, now }: Pick<CancellationReading, 'asked' | 'before' | 'now'>): boolean {
  if (before === null || now?.status !== ORDER_STATUS.partlyCancelled) return false
  const rest = before.iccids.filter((iccid) => !asked.includes(iccid))

  return (
    asked.every((iccid) => before.iccids.includes(iccid) && !now.iccids.includes(iccid)) &&
    rest.length > 0 &&
    rest.every((iccid) => now.iccids.includes(iccid))
  )
}

/**
 * Tells whether order and asked eSIMs stand as they stood before the call, as far as the provider tells.
 *
 * `isSure` is set where that means that nothing was taken back: an order still at 0 would show it. One at 4 shows it by
 * profiles that are said to live, or by a list that is known to drop eSIMs and still names the asked ones.
 */
export function standsAsBefore(reading: CancellationReading): { isSame: boolean; isSure: boolean } {
  const { asked, before, now, listDropsCancelled } = reading
  if (before === null || now === null) return { isSame: false, isSure: false }
  const isSame =
    now.status === before.status &&
    before.iccids.every((iccid) => now.iccids.includes(iccid)) &&
    (before.profiles === null || now.profiles !== null) &&
    asked.every((iccid) => signOf(now, iccid) !== 'gone' || signOf(before, iccid) === 'gone')
  const isListed = listDropsCancelled && asked.every((iccid) => now.iccids.includes(iccid))
  const areAlive = asked.every((iccid) => signOf(now, iccid) === 'lives')

  return {
    isSame,
    isSure:
      isSame &&
      (now.status === ORDER_STATUS.active || (now.status === ORDER_STATUS.partlyCancelled && (isListed || areAlive))),
  }
}

function signOf({ profiles }: SeenOrder, iccid: string): 'lives' | 'gone' | 'silent' {
  const text = profiles?.[iccid]?.trim().toLowerCase() ?? ''
  if (text.startsWith('active') || text.startsWith('enable')) return 'lives'

  return text.startsWith('disable') || text.startsWith('delete') ? 'gone' : 'silent'
}

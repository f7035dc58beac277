import 'server-only'
import { checkEsim, NO_ESIM } from '#lib/esims/commands/top-up-esim.ts'
import { findClaimed } from '#lib/fulfilment/repository/provider-orders.ts'
import type { WorkItem } from '#lib/orders/repository/items.ts'
import { getCapabilities } from '#lib/provider/commands/capabilities.ts'
import { aboutItem } from '#lib/provider/commands/current-provider.ts'
import { checkControls } from '#lib/provider/commands/lookup-controls.ts'
import { daysAround, orderListReader, searchLegacyPage, searchPage } from '#lib/provider/commands/order-pages.ts'
import {
  CLOCK_TOLERANCE_MS,
  ORDER_STATUS,
  type ProviderOrder,
  type ProviderOrderRow,
} from '#lib/provider/rules/provider-order.ts'

const PAGE_SIZE = 30
const LEGACY_PAGE_SIZE = 100
const NOTHING_ASKED = { rows: [], isWhole: false }

/**
 * What one look under a line's reference found.
 *
 * `fits` are living orders of what was ordered that no line claims, oldest first; `misfits` the others that nobody claims.
 * `isClean` means that a look that found nothing proves something: the query was answered and both controls are good.
 */
export type LookUp = { fits: ProviderOrderRow[]; misfits: ProviderOrderRow[]; isClean: boolean; canLookUp: boolean }

/** `by` narrows a look to our reference: on an eSIM that has further top-ups, only that tells whose one is. */
type Question = { since: Date; orderNums?: string[]; by?: 'reference' }

/** Looks for orders of an item at the provider. Changes nothing there. Rejects with `ProviderError`. */
export async function lookUp(item: WorkItem, { since, orderNums = [], by }: Question): Promise<LookUp> {
  return aboutItem(item.id, async () => {
    const controls = await checkControls()
    const isControlled = async () => controls.isNotFoundEmpty
    const byNumber = await rowsByNumber(orderNums, isControlled)
    const isUsable = controls.lookup !== 'no' && controls.isFilterKept
    const { rows, isWhole } = isUsable ? await rowsByReference(item.itemRef, isControlled) : NOTHING_ASKED
    const proven = controls.lookup === 'yes' ? rows : await echoed(item, rows, since)
    const ours = new Map([...byNumber, ...proven].map((row) => [row.orderNum, row]))
    const onEsim = by === 'reference' ? NO_ESIM : await checkEsim(item, { since, ours: new Set(ours.keys()) })
    const all = [...ours.values(), ...onEsim.rows]
    const claimed = await findClaimed(all.map((row) => row.orderNum))
    const free = all.filter((row) => !claimed.has(row.orderNum) && row.status !== ORDER_STATUS.cancelled).sort(byAge)

    const fits = free.filter((row) => doesFit(row, item, since) && !onEsim.isDoubtful(row))

    return {
      fits,
      misfits: free.filter((row) => !fits.includes(row)),
      // What an answer has named and no list shows yet is no nothing.
      isClean: byNumber.length >= orderNums.length && ((isUsable && isWhole && controls.areBothGood) || onEsim.isProof),
      canLookUp: controls.lookup === 'yes' || onEsim.isProof,
    }
  })
}

/**
 * Orders that might be the item's where no reference can tell: same product and number of eSIMs, claimed by nobody, of
 * whatever hour, as a clock may be wrong. For a top-up those of its eSIM. Only where `isWhole` does none mean that there is
 * none, and one that there is no other. Whoever looks for many at a time has `readList` read the list for all.
 */
export async function listLaneCandidates(
  item: WorkItem,
  since: Date,
  readList = orderListReader(),
): Promise<LaneCandidates> {
  if (item.kind === 'RENEWAL') {
    const { rows, isProof } = await checkEsim(item, { since, ours: new Set() })

    return { rows: await unclaimed(rows), isWhole: isProof }
  }
  const { rows, isWhole } = await readList(since)

  return {
    rows: await unclaimed(rows.filter((row) => row.status !== ORDER_STATUS.cancelled && isSameKind(row, item))),
    isWhole,
  }
}

type LaneCandidates = { rows: ProviderOrderRow[]; isWhole: boolean }

async function unclaimed(rows: ProviderOrderRow[]): Promise<ProviderOrderRow[]> {
  const claimed = await findClaimed(rows.map((row) => row.orderNum))

  return rows.filter((row) => !claimed.has(row.orderNum)).sort(byAge)
}

/** A row of the order list in the form of an accepted order: eSIMs without their codes. */
export function orderOfRow(row: ProviderOrderRow): ProviderOrder {
  const iccids = [...new Set(row.plans.flatMap((plan) => plan.iccid ?? []))]
  const blank = {
    activationCode: null,
    smdpAddress: null,
    matchingId: null,
    activateBefore: null,
  }

  return {
    orderNum: row.orderNum,
    skuName: row.skuName,
    count: row.count,
    total: row.total,
    status: row.status,
    isTopUp: row.isTopUp,
    mainOrderNum: null,
    priceId: null,
    itemRef: null,
    esims: iccids.map((iccid) => ({ iccid, ...blank })),
  }
}

/** Only an answer of which every row could be read, and which counts as many, says that there is nothing else. */
async function rowsByReference(
  itemRef: string,
  isControlled: () => Promise<boolean>,
): Promise<{ rows: ProviderOrderRow[]; isWhole: boolean }> {
  const page = await searchPage({ outerOrderId: itemRef, pageSize: PAGE_SIZE }, isControlled)
  const isWhole = page.unreadable === 0 && (page.rows.length > 0 || page.total === 0)

  return { rows: page.rows, isWhole }
}

async function rowsByNumber(orderNums: string[], isControlled: () => Promise<boolean>): Promise<ProviderOrderRow[]> {
  const pages = await Promise.all(orderNums.map((orderNum) => searchPage({ orderNum }, isControlled)))

  return pages.flatMap((page) => page.rows).filter((row) => orderNums.includes(row.orderNum))
}

/** While the look-up is not proven, a hit counts only when the legacy list spells our reference out. */
async function echoed(item: WorkItem, rows: ProviderOrderRow[], since: Date): Promise<ProviderOrderRow[]> {
  if (rows.length === 0) return []
  const question = { created: daysAround(since), outerOrderId: item.itemRef, pageSize: LEGACY_PAGE_SIZE }
  const legacy = await searchLegacyPage(question)
  const ours = new Set(legacy.rows.filter((row) => row.itemRef === item.itemRef).map((row) => row.orderNum))

  return rows.filter((row) => ours.has(row.orderNum))
}

function doesFit(row: ProviderOrderRow, item: WorkItem, since: Date): boolean {
  const isInTime = row.createdAt === null || row.createdAt.getTime() >= since.getTime() - CLOCK_TOLERANCE_MS

  return isInTime && isSameKind(row, item)
}

function isSameKind(row: ProviderOrderRow, { kind, quote }: WorkItem): boolean {
  const isSameSku = row.skuId === null || row.skuId === quote.skuId
  const isSameCount = row.count === null || row.count === quote.count

  return isSameSku && isSameCount && (row.isTopUp === null || row.isTopUp === (kind === 'RENEWAL'))
}

function byAge(a: ProviderOrderRow, b: ProviderOrderRow): number {
  return (a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0) || a.orderNum.localeCompare(b.orderNum)
}

/** Tells whether an unknown order can be found by our reference: only then may software place again or refund by itself. */
export async function canLookUp(): Promise<boolean> {
  const { referenceLookup } = await getCapabilities()

  return referenceLookup === 'yes'
}

/** An order as it is kept among the evidence: nothing secret, nothing long. */
export function toCandidate({ orderNum, skuId, count, status, createdAt, plans }: ProviderOrderRow) {
  const iccids = new Set(plans.flatMap(({ iccid }) => iccid ?? []))

  return { orderNum, skuId, count, status, createdAt: createdAt?.toISOString() ?? null, cards: iccids.size }
}

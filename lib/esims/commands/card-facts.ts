import 'server-only'
import { type ReturnCard, storeCardFacts } from '#lib/cancellations/repository/returns.ts'
import { orderFactsOf, parseStoredFacts, type StoredFacts } from '#lib/cancellations/rules/return-facts.ts'
import { aboutLine, currentUpstream } from '#lib/provider/commands/upstream.ts'
import { listCards, MAX_CARDS_PER_REQUEST, searchOrders } from '#lib/provider/index.ts'
import { isUpstreamFailure } from '#lib/provider/rules/upstream-failure.ts'
import { type Iccid, parseIccid } from '#lib/provider/rules/upstream-ids.ts'
import type { OrderRow } from '#lib/provider/rules/upstream-order.ts'

/**
 * Returns the cards with facts no older than `freshForMs`, asking the upstream about those that are: one call per order,
 * and one for each hundred cards. What cannot be read stays as it was; its age tells.
 */
export async function refreshCardFacts(cards: ReturnCard[], freshForMs: number): Promise<ReturnCard[]> {
  const old = cards.filter((card) => !isFresh(parseStoredFacts(card.facts), freshForMs))
  if (old.length === 0) return cards
  const [orders, signals] = await Promise.all([readOrders(old), readSignals(old)])
  const said = new Map(old.map((card) => [card.id, { ...orders(card), ...signals(card) }]))
  for (const [id, read] of said) await storeCardFacts(id, read)

  return cards.map((card) => ({ ...card, facts: { ...parseStoredFacts(card.facts), ...said.get(card.id) } }))
}

function isFresh({ orderReadAt, signalReadAt }: StoredFacts, freshForMs: number): boolean {
  return [orderReadAt, signalReadAt].every((at) => at !== null && Date.now() - Date.parse(at) <= freshForMs)
}

type Reader = (card: ReturnCard) => Partial<StoredFacts>

async function readOrders(cards: ReturnCard[]): Promise<Reader> {
  const wanted = new Map(cards.map(({ orderNum, lineId }) => [orderNum, lineId]))
  const read = new Map<string, { row: OrderRow; at: Date }>()
  for (const [orderNum, lineId] of wanted) {
    const page = await tolerate(() => aboutLine(lineId, () => currentUpstream().call(searchOrders, { orderNum })))
    const row = page?.rows.find((candidate) => candidate.orderNum === orderNum)
    if (row) read.set(orderNum, { row, at: new Date() })
  }

  return (card) => {
    const found = read.get(card.orderNum)
    if (!found) return {}

    return orderFactsOf(found.row, card.iccid, found.at)
  }
}

/** Asks what the upstream says of these cards, up to a hundred in one call. What it did not answer has no facts. */
export async function readSignals(
  cards: { iccid: string }[],
): Promise<(card: { iccid: string }) => Partial<StoredFacts>> {
  const iccids = [...new Set(cards.flatMap(({ iccid }) => parseIccid(iccid) ?? []))]
  const read = new Map<string, Partial<StoredFacts>>()
  for (let start = 0; start < iccids.length; start += MAX_CARDS_PER_REQUEST) {
    const group: Iccid[] = iccids.slice(start, start + MAX_CARDS_PER_REQUEST)
    const found = await tolerate(() => currentUpstream().call(listCards, { iccids: group }))
    const signalReadAt = new Date().toISOString()
    for (const { iccid, isKnown, eid, profileStatus, expiresAt, canTopUp } of found ?? []) {
      // The number of the device itself is nobody's business: only whether there is one.
      const signal = { hasInstallSignal: eid !== null, profileStatus, signalReadAt }
      const answers = { expiresAt: expiresAt?.toISOString() ?? null, takesTopUp: canTopUp }
      if (iccid && isKnown) read.set(iccid, { ...signal, ...answers })
    }
  }

  return (card) => read.get(card.iccid) ?? {}
}

async function tolerate<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask()
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error

    return null
  }
}

import 'server-only'
import { type EsimToCancel, storeEsimReadings } from '#lib/cancellations/repository/cancellations.ts'
import {
  orderReadingsOf,
  parseStoredReadings,
  type StoredReadings,
} from '#lib/cancellations/rules/cancellation-readings.ts'
import { aboutItem, currentProvider } from '#lib/provider/commands/current-provider.ts'
import type { EsimStatus } from '#lib/provider/endpoints/esims.ts'
import { listCards, MAX_ESIMS_PER_REQUEST, searchOrders } from '#lib/provider/index.ts'
import { answerOrNull } from '#lib/provider/rules/provider-failure.ts'
import { type Iccid, parseIccid } from '#lib/provider/rules/provider-ids.ts'
import type { ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'

/**
 * Returns the eSIMs with facts no older than `freshForMs`, asking the provider about those that are: one call per order,
 * and one for each hundred eSIMs. What cannot be read stays as it was; its age tells.
 */
export async function refreshEsimReadings(esims: EsimToCancel[], freshForMs: number): Promise<EsimToCancel[]> {
  const old = esims.filter((esim) => !isFresh(parseStoredReadings(esim.facts), freshForMs))
  if (old.length === 0) return esims
  const [orders, signals] = await Promise.all([readOrders(old), readSignals(old)])
  const said = new Map(old.map((esim) => [esim.id, { ...orders(esim), ...signals(esim) }]))
  for (const [id, read] of said) await storeEsimReadings(id, read)

  return esims.map((esim) => ({ ...esim, facts: { ...parseStoredReadings(esim.facts), ...said.get(esim.id) } }))
}

function isFresh({ orderReadAt, signalReadAt }: StoredReadings, freshForMs: number): boolean {
  return [orderReadAt, signalReadAt].every((at) => at !== null && Date.now() - Date.parse(at) <= freshForMs)
}

type Reader = (esim: EsimToCancel) => Partial<StoredReadings>

async function readOrders(esims: EsimToCancel[]): Promise<Reader> {
  const wanted = new Map(esims.map(({ orderNum, itemId }) => [orderNum, itemId]))
  const read = new Map<string, { row: ProviderOrderRow; at: Date }>()
  for (const [orderNum, itemId] of wanted) {
    const page = await answerOrNull(() => aboutItem(itemId, () => currentProvider().call(searchOrders, { orderNum })))
    const row = page?.rows.find((candidate) => candidate.orderNum === orderNum)
    if (row) read.set(orderNum, { row, at: new Date() })
  }

  return (esim) => {
    const found = read.get(esim.orderNum)
    if (!found) return {}

    return orderReadingsOf(found.row, esim.iccid, found.at)
  }
}

/** Asks what the provider says of eSIMs, as many in one call as it takes. A call without an answer says nothing of them. */
export async function* readStatuses(iccids: readonly Iccid[]): AsyncGenerator<EsimStatus[]> {
  for (let start = 0; start < iccids.length; start += MAX_ESIMS_PER_REQUEST) {
    const group = iccids.slice(start, start + MAX_ESIMS_PER_REQUEST)
    yield (await answerOrNull(() => currentProvider().call(listCards, { iccids: group }))) ?? []
  }
}

/** Asks what the provider says of these eSIMs, up to a hundred in one call. What it did not answer has no facts. */
export async function readSignals(
  esims: { iccid: string }[],
): Promise<(esim: { iccid: string }) => Partial<StoredReadings>> {
  const iccids = [...new Set(esims.flatMap(({ iccid }) => parseIccid(iccid) ?? []))]
  const read = new Map<string, Partial<StoredReadings>>()
  for await (const statuses of readStatuses(iccids)) {
    const signalReadAt = new Date().toISOString()
    for (const { iccid, isKnown, eid, profileStatus, expiresAt, canTopUp } of statuses) {
      // The number of the device itself is nobody's business: only whether there is one.
      const signal = { hasInstallSignal: eid !== null, profileStatus, signalReadAt }
      const answers = { expiresAt: expiresAt?.toISOString() ?? null, takesTopUp: canTopUp }
      if (iccid && isKnown) read.set(iccid, { ...signal, ...answers })
    }
  }

  return (esim) => read.get(esim.iccid) ?? {}
}

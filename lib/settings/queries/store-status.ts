import 'server-only'
import { findCoverageFigures } from '#lib/catalog/repository/admin-catalog.ts'
import { findSalesPause } from '#lib/checkout/repository/sales-pause.ts'
import { readDeliveries } from '#lib/operations/repository/admin-today.ts'
import { findLongestWaitMs } from '#lib/settings/repository/store-status.ts'
import { type StoreStatus, toStoreStatus } from '#lib/settings/rules/store-status.ts'

const DAY_MS = 86_400_000

/** Reads how the store does, from our own database alone: it can be told while the network is silent. */
export async function getStoreStatus(mode: string): Promise<StoreStatus> {
  const now = new Date()
  const [salesPause, longestWaitMs, { medianMs }, { readAt }] = await Promise.all([
    findSalesPause(),
    findLongestWaitMs(mode),
    readDeliveries({ from: new Date(now.getTime() - DAY_MS), until: now }, mode),
    findCoverageFigures(),
  ])

  return toStoreStatus({ areSalesPaused: salesPause !== null, longestWaitMs, medianMs, catalogReadAt: readAt, now })
}

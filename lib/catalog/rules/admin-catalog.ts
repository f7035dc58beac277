import type { PlanChangeKind } from '#lib/catalog/rules/catalog-diff.ts'
import type { NotOnSaleReason } from '#lib/catalog/rules/on-sale.ts'
import type { PlanLabel } from '#lib/orders/rules/admin-orders.ts'
import type { PriceView } from '#lib/pricing/rules/admin-pricing.ts'

/** A pass over the catalogue, as staff see it. */
export type SyncRunView = {
  id: string
  trigger: string
  state: 'running' | 'finished' | 'failed'
  total: number
  done: number
  failed: number
  calls: number
  error: string | null
  startedAt: Date
  finishedAt: Date | null
  /** The last sign of life: a running pass without one for minutes has been cut off. */
  heartbeatAt: Date
}

/** A pass with the differences that it found, by kind. */
export type SyncRunRow = SyncRunView & { changes: { kind: PlanChangeKind; count: number }[] }

/** How much of the catalogue is known. `failed` are the first of the destinations that `failures` counts. */
export type Coverage = {
  readAt: Date
  listed: number
  read: number
  failed: { id: number; name: string; error: string; readAt: Date | null }[]
  failures: number
  plans: number
  onSale: number
  vanished: number
  oldestReadAt: Date | null
  newestReadAt: Date | null
  run: SyncRunView | null
  isRunning: boolean
}

/** A difference that a pass found. `before` and `after` are facts of the plan, as far as they are of use. */
export type ChangeView = {
  id: string
  at: Date
  kind: PlanChangeKind
  skuId: number
  destination: string
  iso2: string | null
  plan: PlanLabel
  facts: { key: string; before: string | null; after: string | null }[]
}

/** A name of a country, or a region code of destinations, that nobody has told us the country of. */
export type UnmappedCountry = {
  name: string
  isCode: boolean
  destinations: string[]
  proposal: string | null
}

/** A name or code that a person has told us the country of. */
export type MappedCountry = { name: string; iso2: string; by: string | null; at: Date }

/**
 * Why plans are not on sale: how many for each reason, and a page of those of a reason or a search. `found` counts all of
 * these, and `next` is the place behind which their next page begins.
 */
export type NotOnSale = {
  onSale: number
  total: number
  reasons: { reason: NotOnSaleReason; count: number }[]
  plans: {
    id: string
    skuId: number
    destination: string
    iso2: string | null
    code: string | null
    plan: PlanLabel
    sale: PriceView
    cost: string | null
  }[]
  found: number
  next: string | null
  currency: string
  costCurrency: string
}

/** What a running or ended pass says to the page that waits for it. */
export type SyncProgressView = { run: SyncRunView | null; isRunning: boolean }

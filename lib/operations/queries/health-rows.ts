import 'server-only'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import {
  type ListedHealthRow,
  listAsked,
  listEarlyEnds,
  listProviderEvents,
  listWatched,
} from '#lib/operations/repository/health-rows.ts'
import type { HealthList, HealthRowFilter, HealthRowPage } from '#lib/operations/rules/health-rows.ts'

const PAGE = 50
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type RowFilter = { after: { at: Date; id: string } | null; limit: number }

const READS: Record<HealthList, (filter: RowFilter) => Promise<ListedHealthRow[]>> = {
  early_hour: (filter) => listEarlyEnds({ ...filter, since: new Date(Date.now() - HOUR_MS) }),
  early_day: (filter) => listEarlyEnds({ ...filter, since: new Date(Date.now() - DAY_MS) }),
  received: (filter) => listProviderEvents({ ...filter, state: 'RECEIVED' }),
  unmatched: (filter) => listProviderEvents({ ...filter, state: 'UNMATCHED' }),
  watched: listWatched,
  asked: (filter) => listAsked({ ...filter, since: new Date(new Date().setUTCHours(0, 0, 0, 0)) }),
}

/** Reads a page of the rows that a number on the health page stands for. Throws `forbidden`. */
export async function getHealthRows(
  caller: Caller,
  { rows: list, after }: HealthRowFilter & { rows: HealthList },
): Promise<HealthRowPage> {
  requirePermission(caller, 'health.see')
  const [at, id] = after?.split('.', 2) ?? []
  const found = await READS[list]({ after: at && id ? { at: new Date(Number(at)), id } : null, limit: PAGE + 1 })
  const rows = found.slice(0, PAGE)
  const last = rows.at(-1)

  return {
    list,
    rows: rows.map(({ orderId, number, ...row }) => ({
      ...row,
      order: orderId && number ? { id: orderId, number } : null,
    })),
    next: found.length > PAGE && last ? `${last.at.getTime()}.${last.id}` : null,
  }
}

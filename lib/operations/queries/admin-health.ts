import 'server-only'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import {
  countEarlyEnds,
  type ListedHealthRow,
  listBreakers,
  listEarlyEnds,
  listProviderEvents,
  listRequested,
  listWatched,
  listWorkers,
  readDatabase,
  readEndpoints,
  readFreeDisk,
  readOtherAnswers,
  readOutbox,
  readPayments,
  readQueues,
  readSession,
} from '#lib/operations/repository/admin-health.ts'
import { listOpenAlarms } from '#lib/operations/repository/alarms.ts'
import type { HealthList, HealthRowFilter } from '#lib/operations/rules/admin-health.ts'
import { ALARM_KINDS, alarmPage, type OpenAlarm, toAlarmKind } from '#lib/operations/rules/alarms.ts'
import { readCallLoad } from '#lib/provider/repository/calls.ts'
import { catalogueCallsPerDay, usageCallsPerDay } from '#lib/provider/rules/breaker.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
// The token manager renews so long before the end.
const RENEWS_BEFORE_MS = 12 * 60_000

/** Reads how the network, the session, the workers, the queues and the database are. Throws `forbidden`. */
export async function getProviderHealth(caller: Caller) {
  requirePermission(caller, 'health.see')
  const since = new Date(Date.now() - DAY_MS)
  const [endpoints, others, session, breakers, workers, queues, outbox, payments, database, disk, calls] =
    await Promise.all([
      readEndpoints(since),
      readOtherAnswers(since),
      readSessionHealth(),
      listBreakers(),
      listWorkers(),
      readQueues(),
      readOutbox(),
      readPayments(),
      readDatabase(),
      readFreeDisk(),
      readCallHealth(),
    ])
  const { now, ...facts } = database

  return {
    readAt: now,
    endpoints: endpoints.map((row) => ({
      ...row,
      others: others.filter(({ endpoint }) => endpoint === row.endpoint).map(({ endpoint: _, ...other }) => other),
    })),
    session,
    breakers: ['reads', 'placements'].map((key) => {
      const row = breakers.find((breaker) => breaker.key === key)

      return {
        key,
        isOpen: row?.state === 'open',
        openedAt: row?.openedAt ?? null,
        nextProbeAt: row?.nextProbeAt ?? null,
      }
    }),
    workers,
    queues: ['lines', 'payments', 'refunds', 'cancellations'].map(
      (kind) => queues.find((queue) => queue.kind === kind) ?? { kind, due: 0, oldestAt: null, later: 0 },
    ),
    outbox,
    payments,
    database: { ...facts, clockDriftMs: Math.abs(Date.now() - now.getTime()) },
    disk,
    calls,
  }
}

async function readCallHealth() {
  const { since, calls, lastAt, catalogueCalls, destinations, watched, asked } = await readCallLoad()

  return {
    since,
    all: calls,
    lastAt,
    catalogue: { calls: catalogueCalls, planned: catalogueCallsPerDay(destinations) },
    usage: { watched, asked, max: usageCallsPerDay(watched) },
  }
}

async function readSessionHealth() {
  const [row, earlyLastHour, earlyLastDay] = await Promise.all([
    readSession(),
    countEarlyEnds(new Date(Date.now() - HOUR_MS)),
    countEarlyEnds(new Date(Date.now() - DAY_MS)),
  ])
  const hasSession = row?.hasToken === true && row.expiresAt !== null
  const isOver = hasSession && row.expiresAt !== null && row.expiresAt.getTime() < Date.now()
  const state: 'none' | 'good' | 'ended' | 'failing' =
    row && row.failures > 0 ? 'failing' : !hasSession ? 'none' : isOver ? 'ended' : 'good'

  return {
    state,
    issuedAt: row?.issuedAt ?? null,
    expiresAt: row?.expiresAt ?? null,
    renewsAt: row?.expiresAt ? new Date(row.expiresAt.getTime() - RENEWS_BEFORE_MS) : null,
    lastLoginAt: row?.lastLoginAt ?? null,
    failures: row?.failures ?? 0,
    lastCode: row?.lastCode ?? null,
    lastError: row?.lastError ?? null,
    nextTryAt: row?.nextTryAt ?? null,
    earlyLastHour,
    earlyLastDay,
  }
}

const PAGE = 50

type RowFilter = { after: { at: Date; id: string } | null; limit: number }

const READS: Record<HealthList, (filter: RowFilter) => Promise<ListedHealthRow[]>> = {
  early_hour: (filter) => listEarlyEnds({ ...filter, since: new Date(Date.now() - HOUR_MS) }),
  early_day: (filter) => listEarlyEnds({ ...filter, since: new Date(Date.now() - DAY_MS) }),
  received: (filter) => listProviderEvents({ ...filter, state: 'RECEIVED' }),
  unmatched: (filter) => listProviderEvents({ ...filter, state: 'UNMATCHED' }),
  watched: listWatched,
  asked: (filter) => listRequested({ ...filter, since: new Date(new Date().setUTCHours(0, 0, 0, 0)) }),
}

/** Reads a page of the rows that a number on the health page stands for. Throws `forbidden`. */
export async function getHealthRows(caller: Caller, { rows: list, after }: HealthRowFilter & { rows: HealthList }) {
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

export type Health = Awaited<ReturnType<typeof getProviderHealth>>

/** A page of such rows; `next` is the place of its last one where there are more. */
export type HealthRowPage = Awaited<ReturnType<typeof getHealthRows>>

/** Reads the alarms that stand open, the most far-reaching first. Throws `forbidden`. */
export async function getOpenAlarms(caller: Caller): Promise<OpenAlarm[]> {
  requirePermission(caller, 'health.see')
  const open = (await listOpenAlarms()).flatMap(({ kind: word, count, since }) => {
    const kind = toAlarmKind(word)

    return kind === null ? [] : [{ kind, count, since, page: alarmPage(kind) }]
  })

  return open.sort((a, b) => ALARM_KINDS.indexOf(a.kind) - ALARM_KINDS.indexOf(b.kind))
}

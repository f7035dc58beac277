import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { isChangeOf, type SettingTrail } from '#lib/settings/repository/settings.ts'

const HOUR_MS = 3_600_000

/** Which acts are wanted. Exactly one page: those older than `after`, or the ones just newer than `before`. */
export type AuditListFilter = {
  actor: string | null
  act: string | null
  /** What the acts were done to: any of these. */
  subjects: string[] | null
  /** A part of the settings. */
  trail: SettingTrail | null
  from: Date | null
  until: Date | null
  after: bigint | null
  before: bigint | null
  limit: number
}

const COLUMNS = {
  id: true,
  at: true,
  actor: true,
  role: true,
  act: true,
  subject: true,
  reason: true,
  before: true,
  after: true,
  address: true,
} as const satisfies Prisma.AuditEventSelect

/** An act as it was written down. */
export type AuditData = Prisma.AuditEventGetPayload<{ select: typeof COLUMNS }>

/** Reads a page of acts in the order of the list, newest first: by key, without counting or skipping rows. */
export async function listAudit(filter: AuditListFilter): Promise<AuditData[]> {
  const { actor, act, subjects, trail, from, until, after, before, limit } = filter
  const [lowest, highest] = await Promise.all([firstIdSince(from, -HOUR_MS), firstIdSince(until, HOUR_MS)])
  const rows = await db().auditEvent.findMany({
    where: {
      ...(actor ? { actor } : {}),
      ...(act ? { act } : {}),
      ...(subjects ? { subject: { in: subjects } } : {}),
      ...(from || until ? { at: { ...(from ? { gte: from } : {}), ...(until ? { lt: until } : {}) } } : {}),
      AND: [
        ...(trail ? [isChangeOf(trail)] : []),
        ...(lowest === null ? [] : [{ id: { gte: lowest } }]),
        ...(highest === null ? [] : [{ id: { lt: highest } }]),
        ...(after === null ? [] : [{ id: { lt: after } }]),
        ...(before === null ? [] : [{ id: { gt: before } }]),
      ],
    },
    orderBy: { id: before === null ? 'desc' : 'asc' },
    take: limit,
    select: COLUMNS,
  })

  return before === null ? rows : rows.reverse()
}

// Ids rise with time, give or take an open transaction: an hour around keeps a day of an old year from reading them all.
async function firstIdSince(at: Date | null, slackMs: number): Promise<bigint | null> {
  if (at === null) return null
  const row = await db().auditEvent.findFirst({
    where: { at: { gte: new Date(at.getTime() + slackMs) } },
    orderBy: { at: 'asc' },
    select: { id: true },
  })

  return row?.id ?? null
}

/** Everything of these orders that an act may be written down about: the orders, and what belongs to them. */
export async function listOrderSubjects(orderIds: string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await db().$queryRaw<{ subject: string }[]>`
    WITH "lines" AS (SELECT "id" FROM "Line" WHERE "orderId" = ANY(${orderIds})),
      "payments" AS (SELECT "id" FROM "Payment" WHERE "orderId" = ANY(${orderIds}))
    SELECT "id" AS "subject" FROM "lines" UNION ALL SELECT "id" FROM "payments"
    UNION ALL SELECT "id" FROM "Refund" WHERE "paymentId" IN (SELECT "id" FROM "payments")
    UNION ALL SELECT "id" FROM "Card" WHERE "lineId" IN (SELECT "id" FROM "lines")
    UNION ALL SELECT "orderNum" FROM "UpstreamOrder" WHERE "lineId" IN (SELECT "id" FROM "lines")
      AND "orderNum" IS NOT NULL
    UNION ALL SELECT "id" FROM "Invoice" WHERE "orderId" = ANY(${orderIds})`

  return [...orderIds, ...rows.map(({ subject }) => subject)]
}

/** A customer whom the trail speaks about: where their page is, and the address they are known by. */
export type AuditCustomer = { personId: string | null; email: string }

/** Reads who stands behind ids of persons and of accounts. Somebody who was erased is nobody any more. */
export async function listAuditCustomers(ids: string[]): Promise<Map<string, AuditCustomer>> {
  const [persons, accounts] = ['per_', 'acc_'].map((kind) => [...new Set(ids.filter((id) => id.startsWith(kind)))])
  const [people, holders] = await Promise.all([
    persons?.length ? db().person.findMany({ where: { id: { in: persons } }, select: { id: true, email: true } }) : [],
    accounts?.length
      ? db().account.findMany({ where: { id: { in: accounts } }, select: { id: true, email: true } })
      : [],
  ])
  const known: [string, AuditCustomer][] = [
    ...people.map(({ id, email }) => [id, { personId: id, email }] as [string, AuditCustomer]),
    ...holders.map(({ id, email }) => [id, { personId: null, email }] as [string, AuditCustomer]),
  ]

  return new Map(known.filter(([, { email }]) => email !== ''))
}

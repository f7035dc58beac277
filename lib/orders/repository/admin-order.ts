import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { QUOTED_PLAN } from '#lib/orders/repository/admin-orders.ts'

const COLUMNS = {
  id: true,
  number: true,
  createdAt: true,
  mode: true,
  locale: true,
  currency: true,
  totalMinor: true,
  person: { select: { id: true, email: true } },
  uses: { orderBy: { id: 'asc' }, select: { promotionId: true, code: true, discountMinor: true, releasedAt: true } },
  payments: {
    orderBy: { n: 'asc' },
    select: {
      id: true,
      provider: true,
      state: true,
      reason: true,
      currency: true,
      amountMinor: true,
      capturedMinor: true,
      refundedMinor: true,
      isTest: true,
      createdAt: true,
      refunds: {
        orderBy: { createdAt: 'asc' },
        select: {
          id: true,
          kind: true,
          state: true,
          amountMinor: true,
          reason: true,
          requestedBy: true,
          createdAt: true,
          sentAt: true,
          doneAt: true,
        },
      },
    },
  },
  items: {
    orderBy: { id: 'asc' },
    select: {
      id: true,
      state: true,
      reason: true,
      evidence: true,
      itemRef: true,
      priceMinor: true,
      updatedAt: true,
      quote: {
        select: {
          ...QUOTED_PLAN,
          startDate: true,
          cost: true,
          costCurrency: true,
          rate: true,
        },
      },
      attempts: {
        orderBy: { n: 'desc' },
        select: { n: true, attemptRef: true, state: true, code: true, reason: true, looks: true, sentAt: true },
      },
      providerOrders: {
        orderBy: { createdAt: 'asc' },
        select: {
          orderNum: true,
          status: true,
          statusReadAt: true,
          cost: true,
          costCurrency: true,
          lockedBy: true,
          lockDecisionAt: true,
          refetchedAt: true,
        },
      },
      esims: {
        orderBy: { position: 'asc' },
        select: {
          id: true,
          iccid: true,
          travellerName: true,
          codeIssue: true,
          revealedAt: true,
          codeRemovedAt: true,
          revealedBy: true,
          cancelState: true,
          priceShareMinor: true,
          activateBefore: true,
          refundItems: { select: { amountMinor: true, refund: { select: { state: true } } } },
        },
      },
    },
  },
} as const satisfies Prisma.OrderSelect

/** An order with everything that belongs to it, except what was sealed. */
export type AdminOrderData = Prisma.OrderGetPayload<{ select: typeof COLUMNS }>

/** Reads an order for staff, `null` when there is none. The sealed codes are not read. */
export async function readAdminOrder(id: string): Promise<AdminOrderData | null> {
  return db().order.findUnique({ where: { id }, select: COLUMNS })
}

/** Tells which eSIMs have a code, without reading it. */
export async function listEsimsWithCode(esimIds: string[]): Promise<Set<string>> {
  const rows = await db().esim.findMany({
    where: { id: { in: esimIds }, sealedCode: { not: null } },
    select: { id: true },
  })

  return new Set(rows.map(({ id }) => id))
}

/** Reads the open differences of an order: those that name it, and those about something of its own. */
export async function listOpenDiscrepanciesOf(orderId: string, subjects: string[]) {
  return db().discrepancy.findMany({
    where: { closedAt: null, OR: [{ orderId }, { subject: { in: subjects } }] },
    orderBy: { openedAt: 'asc' },
    select: { id: true, kind: true, subject: true, evidence: true, openedAt: true },
  })
}

/** Reads what was asked of the network about giving eSIMs of these items back, newest first. */
export async function listCancellationsOf(itemIds: string[], orderNums: string[]) {
  return db().cancelAttempt.findMany({
    where: { orderNum: { in: orderNums }, itemId: { in: itemIds } },
    orderBy: { askedAt: 'desc' },
    select: {
      id: true,
      orderNum: true,
      state: true,
      requestedBy: true,
      reason: true,
      outcome: true,
      looks: true,
      askedAt: true,
      sentAt: true,
      endedAt: true,
      items: { select: { answer: true, esim: { select: { iccid: true } } } },
    },
  })
}

const LONGEST_HISTORY = 500

/** Reads everything that was written down about an order: its events, calls, acts of people and mails. */
export async function readHistory(orderId: string, subjects: { itemIds: string[]; others: string[] }) {
  const { itemIds, others } = subjects
  const [events, calls, auditEvents, mails] = await Promise.all([
    db().orderEvent.findMany({
      where: { orderId },
      orderBy: { id: 'desc' },
      take: LONGEST_HISTORY,
      select: { id: true, at: true, kind: true, actor: true, data: true },
    }),
    db().callLog.findMany({
      where: { itemId: { in: itemIds } },
      orderBy: { id: 'desc' },
      take: LONGEST_HISTORY,
      select: {
        id: true,
        at: true,
        endpoint: true,
        class: true,
        code: true,
        latencyMs: true,
        reference: true,
        orderNum: true,
      },
    }),
    db().auditEvent.findMany({
      where: { subject: { in: [orderId, ...itemIds, ...others] } },
      orderBy: { id: 'desc' },
      take: LONGEST_HISTORY,
      select: { id: true, at: true, actor: true, role: true, act: true, reason: true },
    }),
    db().outbox.findMany({
      where: { orderId },
      orderBy: { createdAt: 'desc' },
      take: LONGEST_HISTORY,
      select: { id: true, kind: true, state: true, tries: true, createdAt: true, sentAt: true },
    }),
  ])

  return { events, calls, auditEvents, mails }
}

/** Reads the names of members of staff by id. */
export async function listStaffNames(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db().staff.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })

  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Payouts by bank of an order that nobody has made yet. */
export async function listOpenPayouts(orderId: string) {
  const open = await db().discrepancy.findMany({
    where: { kind: 'transfer_payout', orderId, closedAt: null },
    select: { subject: true },
  })
  const payouts = await db().bankPayout.findMany({
    where: { id: { in: open.map(({ subject }) => subject) } },
    orderBy: { createdAt: 'asc' },
    select: { id: true, amountMinor: true, currency: true },
  })

  return payouts.map((payout) => ({ ...payout, facts: [] }))
}

/** Refunds of these payments that were refused and that nobody has settled since. */
export async function listRefusedOf(paymentIds: string[]): Promise<string[]> {
  const refused = await db().refund.findMany({
    where: { paymentId: { in: paymentIds }, state: 'REFUSED' },
    select: { id: true },
  })
  const open = await db().discrepancy.findMany({
    where: { kind: 'refund_refused', subject: { in: refused.map(({ id }) => id) }, closedAt: null },
    select: { subject: true },
  })

  return open.map(({ subject }) => subject)
}

/** What each of these eSIMs has got back or is about to, in minor units. */
export async function sumGiven(esimIds: string[]): Promise<Map<string, number>> {
  const rows = await db().refundItem.groupBy({
    by: ['esimId'],
    where: { esimId: { in: esimIds }, refund: { state: { not: 'REFUSED' } } },
    _sum: { amountMinor: true },
  })

  return new Map(rows.map(({ esimId, _sum }) => [esimId ?? '', _sum.amountMinor ?? 0]))
}

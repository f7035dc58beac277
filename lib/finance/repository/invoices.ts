import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { CompanyData } from '#lib/core/rules/company.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { RETURNED_REASONS } from '#lib/core/rules/payment-method.ts'
import { invoiceNumber } from '#lib/finance/rules/invoice.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { ENDED_STATES } from '#lib/orders/rules/item-states.ts'

const COLUMNS = {
  id: true,
  number: true,
  company: true,
  taxNumber: true,
  postalAddress: true,
  currency: true,
  totalMinor: true,
  taxMinor: true,
  issuedAt: true,
} as const

type NewInvoice = CompanyData & { orderId: string; currency: string; totalMinor: number; taxMinor: number }

/**
 * Stores an invoice under the next number of its year. The count is raised in the same transaction, which makes others
 * wait: one that breaks off leaves no number out. Orders of a trial count by themselves: their numbers are none of the books.
 */
export async function addInvoice(
  invoice: NewInvoice,
  { isTrial }: { isTrial: boolean },
  tx: Tx,
  now = new Date(),
): Promise<{ id: string }> {
  const year = now.getUTCFullYear()
  // The year below zero counts those of trials.
  const [row] = await tx.$queryRaw<{ last: number }[]>`
    INSERT INTO "InvoiceYear" ("year", "last") VALUES (${isTrial ? -year : year}, 1)
    ON CONFLICT ("year") DO UPDATE SET "last" = "InvoiceYear"."last" + 1
    RETURNING "last"`
  const number = invoiceNumber(year, row?.last ?? 1, { isTrial })
  const data = { id: newId('inv'), ...invoice, number, issuedAt: now }

  return tx.invoice.create({ data, select: { id: true } })
}

/** Keeps others from making an invoice for the same order until the transaction ends. */
export async function lockOrder(orderId: string, tx: Tx): Promise<void> {
  await tx.$queryRaw`SELECT "id" FROM "Order" WHERE "id" = ${orderId} FOR UPDATE`
}

/** Reads the invoices of an order, the newest first. */
export async function listInvoices(orderId: string, client: Tx = db()) {
  return client.invoice.findMany({ where: { orderId }, orderBy: { number: 'desc' }, select: COLUMNS })
}

/** What an order has cost so far, for an invoice: what was captured of it, what went back and why, and the tax inside each item's price. */
export async function findInvoiceSums(orderId: string, client: Tx = db()) {
  return client.order.findUnique({
    where: { id: orderId },
    select: {
      mode: true,
      currency: true,
      totalMinor: true,
      payments: { select: { capturedMinor: true, refundedMinor: true, reason: true } },
      items: {
        select: {
          state: true,
          priceMinor: true,
          notCaptured: true,
          quote: { select: { totalMinor: true, taxMinor: true } },
        },
      },
    },
  })
}

/** The orders whose buyer asked for an invoice that can be made now, a batch of them by their ids: behind one of before. */
export async function listAwaitedInvoices({ after, limit }: { after: string; limit: number }): Promise<string[]> {
  const rows = await db().order.findMany({
    where: {
      id: { gt: after },
      person: { company: { not: Prisma.DbNull } },
      payments: {
        some: {
          capturedMinor: { gt: db().payment.fields.refundedMinor },
          OR: [{ reason: null }, { reason: { notIn: [...RETURNED_REASONS] } }],
        },
        // What is on its way back is in no invoice.
        none: { refunds: { some: { state: { in: ['INTENDED', 'SENT'] } } } },
      },
      items: { every: { state: { in: [...ENDED_STATES] } } },
    },
    orderBy: { id: 'asc' },
    take: limit,
    select: { id: true },
  })

  return rows.map(({ id }) => id)
}

/** Reads the company that an order waits to be invoiced to. */
export async function findAwaitedCompany(orderId: string): Promise<unknown> {
  const order = await db().order.findUnique({
    where: { id: orderId },
    select: { person: { select: { company: true } } },
  })

  return order?.person?.company ?? null
}

/** Takes the company that an order waits to be invoiced to, so that nobody finds it again; `null` when it is gone. */
export async function takeAwaitedCompany(orderId: string, tx: Tx): Promise<unknown> {
  const person = await tx.person.findFirst({
    where: { orders: { some: { id: orderId } } },
    select: { id: true, company: true },
  })
  if (person?.company == null) return null
  await tx.person.update({ where: { id: person.id }, data: { company: Prisma.DbNull }, select: { id: true } })

  return person.company
}

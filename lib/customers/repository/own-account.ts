import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { findPersonIds, listOrdersOf } from '#lib/customers/repository/customers.ts'
import type { Profile } from '#lib/customers/rules/own-account.ts'

/** As many as the network answers about in one call. */
const MAX_ESIMS = 100
const MAX_ORDERS = 100

/** The delivered eSIMs of orders that were made with a proven address, the newest hundred. Codes are not among it. */
export async function listOwnEsims(email: string) {
  return db().esim.findMany({
    where: { item: { state: 'DELIVERED', order: { personId: { in: await findPersonIds(email) } } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_ESIMS,
    select: {
      id: true,
      iccid: true,
      travellerName: true,
      activateBefore: true,
      cancelState: true,
      revealedAt: true,
      facts: true,
      item: {
        select: {
          orderId: true,
          order: { select: { number: true } },
          quote: { select: { days: true, startDate: true, skuId: true, locale: true, snapshot: true } },
        },
      },
    },
  })
}

/** The orders that were made with a proven address, the newest hundred as `listOrdersOf` counts them. */
export async function listOwnOrders(email: string) {
  const ids = (await listOrdersOf(email, MAX_ORDERS)).map(({ id }) => id)

  return db().order.findMany({
    where: { id: { in: ids } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: {
      id: true,
      number: true,
      createdAt: true,
      currency: true,
      totalMinor: true,
      items: {
        orderBy: { position: 'asc' },
        select: {
          state: true,
          reason: true,
          quote: { select: { count: true, days: true, skuId: true, locale: true, snapshot: true } },
        },
      },
    },
  })
}

const COLUMNS = {
  name: true,
  locale: true,
  homeZone: true,
  company: true,
  taxNumber: true,
  postalAddress: true,
} as const

/** Reads what a customer says about themselves; `null` when the account is gone. */
export async function findProfile(accountId: string): Promise<Profile | null> {
  return db().account.findUnique({ where: { id: accountId }, select: COLUMNS })
}

/** Stores what a customer says about themselves. */
export async function storeProfile(accountId: string, profile: Profile, tx: Tx): Promise<void> {
  await tx.account.updateMany({ where: { id: accountId }, data: profile })
}

/** The language and zone that a customer wants mails in; `null` where nobody has proved that address. */
export async function findMailPreferences(email: string): Promise<{ locale: string; homeZone: string | null } | null> {
  if (email === '') return null

  return db().account.findUnique({
    where: { email, provenAt: { not: null } },
    select: { locale: true, homeZone: true },
  })
}

import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { Profile } from '#lib/customers/rules/profile.ts'

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

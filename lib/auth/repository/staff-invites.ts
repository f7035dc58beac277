import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { StaffRole } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'

const DAY_MS = 86_400_000

/** How long an invitation and every link to it work. */
export const INVITE_DAYS = 7

/** Somebody who is asked to join. `locale` is the language of the mail. */
export type NewInvite = { email: string; role: StaffRole; invitedBy: string; locale: string }

const OPEN = { acceptedAt: null, revokedAt: null } as const

/** Asks somebody to join. An open invitation of the same address ends: the newest one counts. Returns the id. */
export async function addInvite(invite: NewInvite, tx: Tx): Promise<string> {
  const id = newId('inv')
  await tx.staffInvite.updateMany({ where: { email: invite.email, ...OPEN }, data: { revokedAt: new Date() } })
  await tx.staffInvite.create({
    data: { id, ...invite, expiresAt: new Date(Date.now() + INVITE_DAYS * DAY_MS) },
    select: { id: true },
  })

  return id
}

/** An invitation that can be accepted now. */
export type OpenInvite = { id: string; email: string; role: StaffRole; invitedBy: string; locale: string }

/** Reads an invitation that can be accepted now, `null` when it is unknown, over, accepted or taken back. */
export async function findOpenInvite(id: string, client: Tx = db()): Promise<OpenInvite | null> {
  return client.staffInvite.findUnique({
    where: { id, ...OPEN, expiresAt: { gt: new Date() } },
    select: { id: true, email: true, role: true, invitedBy: true, locale: true },
  })
}

/** Notes that an invitation was accepted, in one statement. `false` when it can no longer be. */
export async function closeInvite(id: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.staffInvite.updateMany({
    where: { id, ...OPEN, expiresAt: { gt: new Date() } },
    data: { acceptedAt: new Date() },
  })

  return count === 1
}

/** Takes an invitation back. `false` when it was accepted or taken back before. */
export async function revokeInvite(id: string, tx: Tx): Promise<boolean> {
  const { count } = await tx.staffInvite.updateMany({ where: { id, ...OPEN }, data: { revokedAt: new Date() } })

  return count === 1
}

/** Lists the invitations that were neither accepted nor taken back, the newest first. */
export async function listInvites() {
  return db().staffInvite.findMany({
    where: OPEN,
    orderBy: { createdAt: 'desc' },
    take: 100,
    select: { id: true, email: true, role: true, expiresAt: true, createdAt: true },
  })
}

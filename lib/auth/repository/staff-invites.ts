import 'server-only'
import { hashToken } from '#lib/core/crypto/tokens.ts'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import { PERMISSIONS, type StaffRole } from '#lib/core/rules/caller.ts'
import { newId, newToken } from '#lib/core/rules/ids.ts'

const HOUR_MS = 3_600_000
const FIRST_LINK = 7_316_040

/** Makes the token of a link that turns its bearer into an owner, once, within an hour. Older unused links end. */
export async function addOwnerLink(now = new Date()): Promise<string> {
  return transaction(async (tx) => {
    await tx.oneTimeLink.updateMany({
      where: { purpose: 'owner_setup', usedAt: null, expiresAt: { gt: now } },
      data: { expiresAt: now },
    })

    return writeLink(tx, now)
  })
}

/** As `addOwnerLink`, at the first start of a store only: `null` once there was a link or a member of staff. */
export async function addFirstOwnerLink(now = new Date()): Promise<string | null> {
  return transaction(async (tx) => {
    // Of several processes that start together, one makes the link.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FIRST_LINK})`
    const wasMade = await tx.oneTimeLink.count({ where: { purpose: 'owner_setup' } })
    const staff = await tx.staff.count()

    return wasMade + staff > 0 ? null : writeLink(tx, now)
  })
}

async function writeLink(tx: Tx, now: Date): Promise<string> {
  const token = newToken()
  await tx.oneTimeLink.create({
    data: {
      id: newId('lnk'),
      purpose: 'owner_setup',
      tokenHash: hashToken(token),
      expiresAt: new Date(now.getTime() + HOUR_MS),
    },
    select: { id: true },
  })

  return token
}

/** What has become of an owner link. */
export type OwnerLinkState = 'open' | 'used' | 'expired' | 'unknown'

/** Reads the state of the link with this token. */
export async function findOwnerLinkState(token: string, now = new Date()): Promise<OwnerLinkState> {
  const link = await db().oneTimeLink.findFirst({
    where: { tokenHash: hashToken(token), purpose: 'owner_setup' },
    select: { usedAt: true, expiresAt: true },
  })
  if (!link) return 'unknown'
  if (link.usedAt !== null) return 'used'

  return link.expiresAt > now ? 'open' : 'expired'
}

/** Uses the link, in one statement. `false` means that somebody else did, or that its hour is over. */
export async function spendOwnerLink(token: string, tx: Tx, now = new Date()): Promise<boolean> {
  const { count } = await tx.oneTimeLink.updateMany({
    where: { tokenHash: hashToken(token), purpose: 'owner_setup', usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  })

  return count === 1
}

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

/** Reads an invitation that can be accepted now, `null` when it is unknown, over, accepted or taken back. */
export async function findOpenInvite(id: string, client: Tx = db()) {
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

/** Lists the invitations that were neither accepted nor taken back, the newest first, and says whose inviter may invite no more. */
export async function listInvites() {
  const invites = await db().staffInvite.findMany({
    where: OPEN,
    orderBy: { createdAt: 'desc' },
    take: 100,
    select: { id: true, email: true, role: true, expiresAt: true, createdAt: true, invitedBy: true },
  })
  const inviters = await db().staff.findMany({
    where: {
      id: { in: invites.map(({ invitedBy }) => invitedBy) },
      disabledAt: null,
      role: { in: [...PERMISSIONS['staff.manage']] },
    },
    select: { id: true },
  })
  const ids = new Set(inviters.map(({ id }) => id))

  return invites.map(({ invitedBy, ...invite }) => ({ ...invite, isInviterGone: !ids.has(invitedBy) }))
}

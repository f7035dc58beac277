import { db } from '#lib/core/repository/client.ts'
import type { Guest } from '#lib/core/rules/caller.ts'
import { openShare, shareEsim } from '#lib/esims/commands/shares.ts'
import { listSharedEsims } from '#lib/esims/repository/shares.ts'
import { sellOne } from '#tests/support/access-world.ts'
import { guestOf } from '#tests/support/sale.ts'

/** A sealed card of a buyer, given to nobody yet. */
export async function unrevealed() {
  const sold = await sellOne()
  await db().esimShare.deleteMany({ where: { esimId: sold.esimId } })
  await db().esim.update({ where: { id: sold.esimId }, data: { revealedAt: null } })

  return { esimId: sold.esimId, orderId: sold.id, buyer: guestOf(sold.id) }
}

/** An eSIM that its buyer has given to somebody; link and PIN as they were shown. */
export async function given(name: string | null = 'Luca Ruiz') {
  const esim = await unrevealed()
  const made = await shareEsim(esim.buyer, esim.esimId, name)

  return { ...esim, made, token: tokenOf(made.url) }
}

/** The token in the address of a link. */
export function tokenOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}

/** The browser that typed the PIN. */
export async function travellerOf(share: { token: string; made: { pin: string } }): Promise<Guest> {
  const [session] = await listSharedEsims([await openShare({ token: share.token, pin: share.made.pin })])
  if (!session) throw new Error('The session opens nothing.')
  const { id: shareId, esimId } = session.share

  return { kind: 'guest', sessionId: session.id, grants: [], shares: [{ shareId, esimId }] }
}

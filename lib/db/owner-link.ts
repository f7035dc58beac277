import 'server-only'
import { hashToken } from '#lib/crypto/token.ts'
import { newId, newToken } from '#lib/domain/ids.ts'
import { transaction } from './client.ts'

const HOUR_MS = 3_600_000

/** Makes the token of a link that turns its bearer into an owner, once, within an hour. Older unused links end. */
export async function addOwnerLink(now = new Date()): Promise<string> {
  const token = newToken()
  await transaction(async (tx) => {
    await tx.oneTimeLink.updateMany({
      where: { purpose: 'owner_setup', usedAt: null, expiresAt: { gt: now } },
      data: { expiresAt: now },
    })
    await tx.oneTimeLink.create({
      data: {
        id: newId('lnk'),
        purpose: 'owner_setup',
        tokenHash: hashToken(token),
        expiresAt: new Date(now.getTime() + HOUR_MS),
      },
      select: { id: true },
    })
  })

  return token
}

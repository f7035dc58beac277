import 'server-only'
import { totpPlace } from '#lib/auth/repository/factors.ts'
import type { EncryptionContext } from '#lib/core/crypto/encrypt.ts'
import { placeOf } from '#lib/esims/repository/esims.ts'
import { SESSION_PLACE } from '#lib/provider/repository/provider-session.ts'
import { db, type Tx } from './client.ts'

/** A sealed value as it is stored, and where it belongs. */
export type EncryptedRow = { id: string; bytes: Uint8Array; place: EncryptionContext }

/** A kind of sealed value: read in the order of its ids, and replaced only while it is still what was read. */
type EncryptedKind = {
  list: (after: string, take: number) => Promise<EncryptedRow[]>
  replace: (row: EncryptedRow, bytes: Uint8Array<ArrayBuffer>, tx: Tx) => Promise<{ count: number }>
}

const asStored = (bytes: Uint8Array) => Uint8Array.from(bytes)

/** Everything that the store seals. */
export const ENCRYPTED_KINDS: Record<'codes' | 'apps' | 'session' | 'pushKey' | 'browsers', EncryptedKind> = {
  codes: {
    list: async (after, take) => {
      const rows = await db().esim.findMany({
        where: { id: { gt: after }, sealedCode: { not: null } },
        orderBy: { id: 'asc' },
        take,
        select: { id: true, sealedCode: true },
      })

      return rows.map(({ id, sealedCode }) => ({ id, bytes: sealedCode ?? new Uint8Array(), place: placeOf(id) }))
    },
    replace: ({ id, bytes }, sealedCode, tx) =>
      tx.esim.updateMany({ where: { id, sealedCode: asStored(bytes) }, data: { sealedCode } }),
  },
  apps: {
    list: async (after, take) => {
      const rows = await db().totp.findMany({
        where: { id: { gt: after } },
        orderBy: { id: 'asc' },
        take,
        select: { id: true, staffId: true, accountId: true, secret: true },
      })

      return rows.map(({ id, staffId, accountId, secret: bytes }) => {
        return { id, bytes, place: totpPlace(staffId ?? accountId ?? '') }
      })
    },
    replace: ({ id, bytes }, secret, tx) =>
      tx.totp.updateMany({ where: { id, secret: asStored(bytes) }, data: { secret } }),
  },
  session: {
    list: async (after) => {
      const rows = await db().providerSession.findMany({ where: { id: { gt: after }, sealedToken: { not: null } } })

      return rows.map(({ id, sealedToken }) => ({ id, bytes: sealedToken ?? new Uint8Array(), place: SESSION_PLACE }))
    },
    replace: ({ id, bytes }, sealedToken, tx) =>
      tx.providerSession.updateMany({ where: { id, sealedToken: asStored(bytes) }, data: { sealedToken } }),
  },
  pushKey: {
    list: async (after) => {
      const rows = await db().pushKey.findMany({ where: { id: { gt: after } }, orderBy: { id: 'asc' } })

      return rows.map(({ id, encryptedPrivateKey: bytes }) => ({
        id,
        bytes,
        place: { table: 'PushKey', id, field: 'encryptedPrivateKey' },
      }))
    },
    replace: ({ id, bytes }, encryptedPrivateKey, tx) =>
      tx.pushKey.updateMany({ where: { id, encryptedPrivateKey: asStored(bytes) }, data: { encryptedPrivateKey } }),
  },
  browsers: {
    list: async (after, take) => {
      const rows = await db().pushSubscription.findMany({ where: { id: { gt: after } }, orderBy: { id: 'asc' }, take })

      return rows.map(({ id, encryptedTarget: bytes }) => ({
        id,
        bytes,
        place: { table: 'PushSubscription', id, field: 'encryptedTarget' },
      }))
    },
    replace: ({ id, bytes }, encryptedTarget, tx) =>
      tx.pushSubscription.updateMany({ where: { id, encryptedTarget: asStored(bytes) }, data: { encryptedTarget } }),
  },
}

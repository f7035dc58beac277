import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'

/** A picture of the shop's own, named by its content. */
export type NewPicture = {
  hash: string
  kind: string
  width: number
  height: number
  bytes: Uint8Array<ArrayBuffer>
  createdBy: string
}

/** Keeps a picture. The same content is kept once. */
export async function addPicture(picture: NewPicture, tx: Tx): Promise<void> {
  await tx.shopPicture.createMany({ data: [{ ...picture, type: 'image/png' }], skipDuplicates: true })
}

/** The bytes of a picture, `null` when there is none of this content. */
export async function findPicture(hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const row = await db().shopPicture.findUnique({ where: { hash }, select: { bytes: true } })

  return row?.bytes ?? null
}

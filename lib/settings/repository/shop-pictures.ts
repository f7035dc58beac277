import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { PictureType } from '#lib/core/rules/picture-file.ts'

/** A picture of the shop's own, named by its content. */
export type NewPicture = {
  hash: string
  kind: string
  type: PictureType
  width: number
  height: number
  bytes: Uint8Array
  createdBy: string
}

/** Keeps a picture. The same content is kept once. */
export async function addPicture(picture: NewPicture, tx: Tx): Promise<void> {
  const data = { ...picture, type: `image/${picture.type}`, bytes: Uint8Array.from(picture.bytes) }
  await tx.shopPicture.createMany({ data: [data], skipDuplicates: true })
}

/** The bytes of a picture, and what they are. */
export type StoredPicture = { bytes: Uint8Array<ArrayBuffer>; type: PictureType }

/** What a picture is by the name that it is served under. */
export function toPictureType(served: string): PictureType {
  return served === 'image/jpeg' ? 'jpeg' : 'png'
}

/** A picture, `null` when there is none of this content. */
export async function findPicture(hash: string): Promise<StoredPicture | null> {
  const row = await db().shopPicture.findUnique({ where: { hash }, select: { bytes: true, type: true } })

  return row && { bytes: row.bytes, type: toPictureType(row.type) }
}

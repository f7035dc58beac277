import 'server-only'
import { findPicture } from '#lib/settings/repository/shop-pictures.ts'

/** The bytes of a picture of the shop, `null` when there is none of this content. */
export async function getPicture(hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return findPicture(hash)
}

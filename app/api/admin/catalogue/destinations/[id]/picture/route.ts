import { setDestinationPicture } from '#lib/catalog/commands/edit-destination.ts'
import { setDestinationPictureCall } from '#lib/catalog/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(setDestinationPictureCall, async ({ caller, params: { id }, body: { png, seen } }) => ({
  hash: await setDestinationPicture(caller, { id, seen, png: png === null ? null : Buffer.from(png, 'base64') }),
}))

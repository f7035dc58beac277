import { serve } from '#lib/core/http/route.ts'
import { setPicture } from '#lib/settings/commands/set-picture.ts'
import { setPictureCall } from '#lib/settings/schema.ts'

export const POST = serve(setPictureCall, async ({ caller, body: { png, ...rest } }) => ({
  hash: await setPicture(caller, { ...rest, png: png === null ? null : Buffer.from(png, 'base64') }),
}))

import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { setPicture } from '#lib/settings/commands/set-picture.ts'

const MOST_BYTES = 400_000

/** POST /api/admin/settings/pictures: sets the logo or the square picture, `png` in base64, or takes it away with `null`. */
export const POST = mutation(
  {
    caller: 'staff',
    mostBytes: MOST_BYTES,
    params: z.object({}),
    body: z.strictObject({
      kind: z.enum(['logo', 'icon']),
      png: z.base64().nullable(),
      hasName: z.boolean(),
      seen: z.string().max(22).nullable(),
    }),
    reply: z.object({ hash: z.string().nullable() }),
  },
  async ({ caller, body: { png, ...rest } }) => ({
    hash: await setPicture(caller, { ...rest, png: png === null ? null : Buffer.from(png, 'base64') }),
  }),
)

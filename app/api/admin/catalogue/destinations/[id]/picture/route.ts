import { z } from 'zod'
import { setDestinationPicture } from '#lib/catalog/commands/set-destination-picture.ts'
import { mutation } from '#lib/core/http/route.ts'
import { rowNumber } from '#lib/core/rules/row-number.ts'

const MOST_BYTES = 200_000

/** POST /api/admin/catalogue/destinations/[id]/picture: sets its picture, `png` in base64, or takes it away with `null`. */
export const POST = mutation(
  {
    caller: 'staff',
    mostBytes: MOST_BYTES,
    params: z.object({ id: rowNumber }),
    body: z.strictObject({ png: z.base64().nullable(), seen: z.string().max(22).nullable() }),
    reply: z.object({ hash: z.string().nullable() }),
  },
  async ({ caller, params: { id }, body: { png, seen } }) => ({
    hash: await setDestinationPicture(caller, { id, seen, png: png === null ? null : Buffer.from(png, 'base64') }),
  }),
)

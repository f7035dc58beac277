import { z } from 'zod'
import { editDestination } from '#lib/catalog/commands/edit-destination.ts'
import { mutation } from '#lib/core/http/route.ts'
import { LOCALES } from '#lib/core/i18n/config.ts'
import { rowNumber } from '#lib/core/rules/row-number.ts'

const NAME = 80
const TEXT = 2_000

const own = z.strictObject({
  isHidden: z.boolean(),
  isFeatured: z.boolean(),
  rank: z.int().min(0).max(100_000),
  texts: z
    .array(
      z.strictObject({
        locale: z.enum(LOCALES),
        name: z.string().max(NAME).nullable(),
        text: z.string().max(TEXT).nullable(),
      }),
    )
    .max(LOCALES.length),
})

/** POST /api/admin/catalogue/destinations/[id]: what the store itself decides about a destination. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: rowNumber }),
    body: own.extend({ seen: own }),
    reply: z.object({}),
  },
  async ({ caller, params, body: { seen, ...wanted } }) => {
    await editDestination(caller, { ...params, seen, wanted })

    return {}
  },
)

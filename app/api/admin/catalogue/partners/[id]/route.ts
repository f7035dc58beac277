import { z } from 'zod'
import { hidePartner } from '#lib/catalog/commands/sync-partners.ts'
import { mutation } from '#lib/core/http/route.ts'
import { rowNumber } from '#lib/core/rules/row-number.ts'

/** POST /api/admin/catalogue/partners/[id]: hides a partner from the pages of physical cards, or shows it again. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: rowNumber }),
    body: z.strictObject({ isHidden: z.boolean() }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await hidePartner(caller, { ...params, ...body })

    return {}
  },
)

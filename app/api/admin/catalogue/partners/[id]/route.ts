import { z } from 'zod'
import { mutation } from '#lib/http/route.ts'
import { hidePartner } from '#lib/services/catalogue/sync-partners.ts'

/** POST /api/admin/catalogue/partners/[id]: hides a partner from the pages of physical cards, or shows it again. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.coerce.number().int().positive() }),
    body: z.strictObject({ isHidden: z.boolean() }),
    reply: z.object({}),
  },
  async ({ caller, params, body }) => {
    await hidePartner(caller, { ...params, ...body })

    return {}
  },
)

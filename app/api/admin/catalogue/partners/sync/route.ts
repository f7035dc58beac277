import { z } from 'zod'
import { syncPartners } from '#lib/catalog/commands/sync-partners.ts'
import { mutation } from '#lib/core/http/route.ts'

/** POST /api/admin/catalogue/partners/sync: reads the partners, both lists of their products, and their plans. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({}),
    reply: z.object({ partners: z.int(), failed: z.int(), calls: z.int() }),
  },
  ({ caller }) => syncPartners(caller),
)

import { z } from 'zod'
import { toProgressReply } from '#app/api/admin/catalogue/progress-reply.ts'
import { startCatalogSync } from '#lib/catalog/commands/start-catalog-sync.ts'
import { getSyncProgress } from '#lib/catalog/queries/admin-catalog.ts'
import { mutation, read } from '#lib/core/http/route.ts'

const nothing = z.object({})

/** POST /api/admin/catalogue/sync: starts a pass in the background. */
export const POST = mutation(
  { caller: 'staff', params: nothing, body: z.strictObject({}), reply: nothing },
  async ({ caller }) => {
    await startCatalogSync(caller)

    return {}
  },
)

/** GET /api/admin/catalogue/sync: how far the newest pass is. */
export const GET = read({ caller: 'staff', params: nothing, reply: toProgressReply }, ({ caller }) =>
  getSyncProgress(caller),
)

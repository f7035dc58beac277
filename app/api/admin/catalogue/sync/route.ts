import { z } from 'zod'
import { toProgressReply } from '#app/api/admin/catalogue/progress-reply.ts'
import { mutation, read } from '#lib/http/route.ts'
import { getSyncProgress } from '#lib/queries/admin-catalog.ts'
import { startCatalogSync } from '#lib/services/start-catalog-sync.ts'

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

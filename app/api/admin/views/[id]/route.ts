import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { deleteView } from '#lib/settings/commands/saved-views.ts'

/** DELETE /api/admin/views/[id]: removes a view of whoever asks. */
export const DELETE = mutation(
  {
    caller: 'staff',
    params: z.object({ id: z.string().max(64) }),
    body: z.strictObject({}),
    reply: z.object({}),
  },
  async ({ caller, params }) => {
    await deleteView(caller, params.id)

    return {}
  },
)

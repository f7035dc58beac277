import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { saveView } from '#lib/settings/commands/saved-views.ts'
import { VIEW_AREAS } from '#lib/settings/rules/saved-view.ts'

/** POST /api/admin/views: keeps a named address of a list for whoever asks. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({
      area: z.enum(VIEW_AREAS),
      name: z.string().trim().min(1).max(40),
      query: z.string().max(500),
      isDefault: z.boolean(),
    }),
    reply: z.object({ id: z.string() }),
  },
  ({ caller, body }) => saveView(caller, body),
)

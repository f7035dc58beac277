import { z } from 'zod'
import { draftParams, preview, turn } from '#app/api/admin/pricing/bodies.ts'
import { mutation } from '#lib/core/http/route.ts'
import { scheduleDraft } from '#lib/pricing/commands/apply-draft.ts'

/** POST /api/admin/pricing/drafts/[id]/schedule: lets the draft be applied at an instant. */
export const POST = mutation(
  {
    caller: 'staff',
    params: draftParams,
    body: z.strictObject({ turn, preview, at: z.iso.datetime() }),
    reply: z.object({}),
  },
  async ({ caller, params, body: { at, ...seen } }) => {
    await scheduleDraft(caller, { ...params, ...seen }, new Date(at))

    return {}
  },
)

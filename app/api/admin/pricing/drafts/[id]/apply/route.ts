import { z } from 'zod'
import { draftParams, preview, turn } from '#app/api/admin/pricing/bodies.ts'
import { mutation } from '#lib/core/http/route.ts'
import { applyDraft } from '#lib/pricing/commands/apply-draft.ts'

/** POST /api/admin/pricing/drafts/[id]/apply: lets the prices of the preview count from now on. */
export const POST = mutation(
  {
    caller: 'staff',
    params: draftParams,
    body: z.strictObject({ turn, preview }),
    reply: z.object({ version: z.int() }),
  },
  ({ caller, params, body }) => applyDraft(caller, { ...params, ...body }),
)

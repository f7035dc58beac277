import { z } from 'zod'
import { draftParams, turn } from '#app/api/admin/pricing/bodies.ts'
import { mutation } from '#lib/core/http/route.ts'
import { discardDraft } from '#lib/pricing/commands/save-edit.ts'

/** POST /api/admin/pricing/drafts/[id]/discard: throws a draft away. */
export const POST = mutation(
  { caller: 'staff', params: draftParams, body: z.strictObject({ turn }), reply: z.object({}) },
  async ({ caller, params, body }) => {
    await discardDraft(caller, { ...params, ...body })

    return {}
  },
)

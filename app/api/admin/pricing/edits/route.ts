import { z } from 'zod'
import { draftParams, formBody, savedReply, scopeBody, turn } from '#app/api/admin/pricing/bodies.ts'
import { mutation } from '#lib/core/http/route.ts'
import { saveEdit } from '#lib/pricing/commands/save-edit.ts'

/** POST /api/admin/pricing/edits: writes the edit of a rule into a draft, a new one when none is named. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({
      ...scopeBody,
      form: formBody.nullable(),
      seen: z.int().nullable(),
      draft: z.strictObject({ id: draftParams.shape.id, turn }).nullable(),
    }),
    reply: savedReply,
  },
  ({ caller, body: { draft, ...wanted } }) => saveEdit(caller, wanted, draft),
)

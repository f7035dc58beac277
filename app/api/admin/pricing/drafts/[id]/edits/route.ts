import { z } from 'zod'
import { draftParams, savedReply, scopeBody, turn } from '#app/api/admin/pricing/bodies.ts'
import { mutation } from '#lib/core/http/route.ts'
import { dropEdit, keepEdit } from '#lib/pricing/commands/save-edit.ts'

/** POST /api/admin/pricing/drafts/[id]/edits: drops an edit, or keeps it over what somebody else made of its rule. */
export const POST = mutation(
  {
    caller: 'staff',
    params: draftParams,
    body: z.strictObject({ ...scopeBody, turn, act: z.enum(['drop', 'keep']) }),
    reply: savedReply,
  },
  ({ caller, params: { id }, body: { act, turn, ...scope } }) =>
    (act === 'drop' ? dropEdit : keepEdit)(caller, scope, { id, turn }),
)

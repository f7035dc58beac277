import { z } from 'zod'
import { draftParams, savedReply } from '#app/api/admin/pricing/bodies.ts'
import { mutation } from '#lib/core/http/route.ts'
import { undoRevision } from '#lib/pricing/commands/undo-revision.ts'

/** POST /api/admin/pricing/changes/[id]/undo: begins a draft that puts back what a change replaced. */
export const POST = mutation(
  { caller: 'staff', params: draftParams, body: z.strictObject({}), reply: savedReply },
  ({ caller, params }) => undoRevision(caller, params.id),
)

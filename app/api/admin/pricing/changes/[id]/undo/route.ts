import { serve } from '#lib/core/http/route.ts'
import { undoRevision } from '#lib/pricing/commands/save-edit.ts'
import { undoRevisionCall } from '#lib/pricing/schema.ts'

export const POST = serve(undoRevisionCall, ({ caller, params }) => undoRevision(caller, params.id))

import { serve } from '#lib/core/http/route.ts'
import { saveEdit } from '#lib/pricing/commands/save-edit.ts'
import { saveEditCall } from '#lib/pricing/schema.ts'

export const POST = serve(saveEditCall, ({ caller, body: { draft, ...wanted } }) => saveEdit(caller, wanted, draft))

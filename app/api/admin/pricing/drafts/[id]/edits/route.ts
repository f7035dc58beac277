import { serve } from '#lib/core/http/route.ts'
import { dropEdit, keepEdit } from '#lib/pricing/commands/save-edit.ts'
import { resolveEditCall } from '#lib/pricing/schema.ts'

export const POST = serve(resolveEditCall, ({ caller, params: { id }, body: { act, turn, ...scope } }) =>
  (act === 'drop' ? dropEdit : keepEdit)(caller, scope, { id, turn }),
)

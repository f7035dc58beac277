import { serve } from '#lib/core/http/route.ts'
import { deleteView } from '#lib/settings/commands/saved-views.ts'
import { deleteViewCall } from '#lib/settings/schema.ts'

export const DELETE = serve(deleteViewCall, ({ caller, params }) => deleteView(caller, params.id))

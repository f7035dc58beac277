import { serve } from '#lib/core/http/route.ts'
import { saveView } from '#lib/settings/commands/saved-views.ts'
import { saveViewCall } from '#lib/settings/schema.ts'

export const POST = serve(saveViewCall, ({ caller, body }) => saveView(caller, body))

import { hideColumns } from '#lib/core/commands/lists.ts'
import { serve } from '#lib/core/http/route.ts'
import { hideColumnsCall } from '#lib/core/schema.ts'

export const POST = serve(hideColumnsCall, ({ caller, body }) => hideColumns(caller, body))

import { serve } from '#lib/core/http/route.ts'
import { closeMonth } from '#lib/finance/commands/close-month.ts'
import { closeMonthCall } from '#lib/finance/schema.ts'

export const POST = serve(closeMonthCall, ({ caller, params }) => closeMonth(caller, params.id))

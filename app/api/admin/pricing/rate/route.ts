import { serve } from '#lib/core/http/route.ts'
import { draftRate } from '#lib/pricing/commands/save-edit.ts'
import { draftRateCall } from '#lib/pricing/schema.ts'

export const POST = serve(draftRateCall, ({ caller, body }) => draftRate(caller, body))

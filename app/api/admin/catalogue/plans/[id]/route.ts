import { hidePlan } from '#lib/catalog/commands/edit-destination.ts'
import { hidePlanCall } from '#lib/catalog/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const POST = serve(hidePlanCall, ({ caller, params, body }) => hidePlan(caller, { planId: params.id, ...body }))

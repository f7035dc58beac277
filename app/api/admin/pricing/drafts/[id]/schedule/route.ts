import { serve } from '#lib/core/http/route.ts'
import { scheduleDraft } from '#lib/pricing/commands/apply-draft.ts'
import { scheduleDraftCall } from '#lib/pricing/schema.ts'

export const POST = serve(scheduleDraftCall, ({ caller, params, body: { at, ...seen } }) =>
  scheduleDraft(caller, { ...params, ...seen }, new Date(at)),
)

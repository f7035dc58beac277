import { serve } from '#lib/core/http/route.ts'
import { applyDraft } from '#lib/pricing/commands/apply-draft.ts'
import { applyDraftCall } from '#lib/pricing/schema.ts'

export const POST = serve(applyDraftCall, ({ caller, params, body }) => applyDraft(caller, { ...params, ...body }))

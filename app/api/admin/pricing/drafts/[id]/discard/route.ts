import { serve } from '#lib/core/http/route.ts'
import { discardDraft } from '#lib/pricing/commands/save-edit.ts'
import { discardDraftCall } from '#lib/pricing/schema.ts'

export const POST = serve(discardDraftCall, ({ caller, params, body }) => discardDraft(caller, { ...params, ...body }))

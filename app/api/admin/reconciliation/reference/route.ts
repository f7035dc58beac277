import { serve } from '#lib/core/http/route.ts'
import { confirmReference } from '#lib/reconciliation/commands/search-network.ts'
import { confirmReferenceCall } from '#lib/reconciliation/schema.ts'

export const POST = serve(confirmReferenceCall, ({ caller, body }) => confirmReference(caller, body.reference))

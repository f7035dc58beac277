import { serve } from '#lib/core/http/route.ts'
import { swapShare, takeShareBack } from '#lib/esims/commands/shares.ts'
import { changeShareCall, endShareCall } from '#lib/esims/schema.ts'

export const PATCH = serve(changeShareCall, ({ caller, params, body }) => swapShare(caller, params.id, body.name))

export const DELETE = serve(endShareCall, ({ caller, params }) => takeShareBack(caller, params.id))

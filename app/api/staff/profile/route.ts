import { rename } from '#lib/auth/own-account.ts'
import { renameMyselfCall } from '#lib/auth/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const PATCH = serve(renameMyselfCall, ({ caller, body }) => rename(caller, body.name))

import { serve } from '#lib/core/http/route.ts'
import { changeProfile } from '#lib/customers/commands/own-account.ts'
import { changeProfileCall } from '#lib/customers/schema.ts'

export const PATCH = serve(changeProfileCall, ({ caller, body }) => changeProfile(caller, body))

import { serve } from '#lib/core/http/route.ts'
import { checkEsims } from '#lib/esims/commands/check-esims.ts'
import { checkIccidsCall } from '#lib/esims/schema.ts'

export const POST = serve(checkIccidsCall, ({ caller, body }) => checkEsims(caller, body.numbers))

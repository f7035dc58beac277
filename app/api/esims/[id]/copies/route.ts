import { serve } from '#lib/core/http/route.ts'
import { sendCopy } from '#lib/esims/commands/send-copy.ts'
import { sendEsimCopyCall } from '#lib/esims/schema.ts'

export const POST = serve(sendEsimCopyCall, ({ caller, params }) => sendCopy(caller, params.id))

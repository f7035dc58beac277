import { serve } from '#lib/core/http/route.ts'
import { readEsimRecord } from '#lib/esims/commands/esim-record.ts'
import { readEsimRecordCall } from '#lib/esims/schema.ts'

export const POST = serve(readEsimRecordCall, ({ caller, params }) => readEsimRecord(caller, params.id))

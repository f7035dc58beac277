import { serve } from '#lib/core/http/route.ts'
import { readCardRecord } from '#lib/esims/commands/cards/card-record.ts'
import { readEsimRecordCall } from '#lib/esims/schema/esims.ts'

export const POST = serve(readEsimRecordCall, ({ caller, params }) => readCardRecord(caller, params.id))

import { serve } from '#lib/core/http/route.ts'
import { readFullRecord } from '#lib/fulfilment/commands/read-full-record.ts'
import { readFullRecordCall } from '#lib/fulfilment/schema.ts'

export const POST = serve(readFullRecordCall, ({ caller, params, body }) =>
  readFullRecord(caller, { orderId: params.id, ...body }),
)

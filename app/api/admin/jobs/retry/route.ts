import { serve } from '#lib/core/http/route.ts'
import { retryJob } from '#lib/operations/commands/retry-job.ts'
import { retryJobCall } from '#lib/operations/schema.ts'

export const POST = serve(retryJobCall, ({ caller, body }) => retryJob(caller, body))

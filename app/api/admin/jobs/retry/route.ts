import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { retryJob } from '#lib/operations/commands/retry-job.ts'
import { RETRIED_QUEUES } from '#lib/operations/rules/admin-jobs.ts'

/** POST /api/admin/jobs/retry: has a mail sent again, or a payment asked about, at once. */
export const POST = mutation(
  {
    caller: 'staff',
    params: z.object({}),
    body: z.strictObject({ queue: z.enum(RETRIED_QUEUES), id: z.string().regex(/^\w{1,60}$/) }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await retryJob(caller, body)

    return {}
  },
)

import { askReturn } from '#lib/cancellations/commands/request-cancellation.ts'
import { listReturns } from '#lib/cancellations/queries/admin-returns.ts'
import { listCancellationsCall, requestStaffCancellationCall } from '#lib/cancellations/schema.ts'
import { serve } from '#lib/core/http/route.ts'

export const GET = serve(listCancellationsCall, async ({ caller }) => ({
  returns: await listReturns(caller),
}))

export const POST = serve(requestStaffCancellationCall, ({ caller, body, once }) =>
  askReturn(caller, { ...body, once }),
)

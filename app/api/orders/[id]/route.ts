import { serve } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { getOrderProgress } from '#lib/orders/queries/order-page.ts'
import { getOrderStatusCall } from '#lib/orders/schema.ts'

export const GET = serve(getOrderStatusCall, async ({ caller, params }) => {
  const status = await getOrderProgress(caller, params.id)
  if (!status) throw new AppError('not_found', 'There is no such order for this browser.')

  return status
})

import { z } from 'zod'
import { read } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { getOrderStatus } from '#lib/orders/queries/order-page.ts'

/** GET /api/orders/[id]: the small answer that a waiting page asks for again. Never asks the network. */
export const GET = read(
  {
    caller: 'any',
    params: z.object({ id: z.string().max(64) }),
    reply: z.object({
      id: z.string(),
      version: z.string(),
      standings: z.array(z.string()),
      isSettled: z.boolean(),
    }),
  },
  async ({ caller, params }) => {
    const status = await getOrderStatus(caller, params.id)
    if (!status) throw new AppError('not_found', 'There is no such order for this browser.')

    return status
  },
)

import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { requestFindLink } from '#lib/orders/commands/request-find-link.ts'

/** POST /api/find: mails the link to an order that fits. The answer is the same whether one does. */
export const POST = mutation(
  {
    caller: 'any',
    limit: 'find',
    params: z.object({}),
    body: z.strictObject({ email: z.email().max(254), hint: z.string().trim().min(4).max(24) }),
    reply: z.object({}),
  },
  async ({ body }) => {
    await requestFindLink(body)

    return {}
  },
)

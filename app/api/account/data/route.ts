import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { copyOwnData, eraseOwnData } from '#lib/customers/commands/own-data.ts'
import { toSignedOut } from '../signed-out.ts'

/** POST /api/account/data: everything that is kept about the customer. It is written down, so it is no GET. */
export const POST = mutation(
  {
    caller: 'customer',
    limit: 'signInLink',
    params: z.object({}),
    body: z.strictObject({}),
    reply: z.record(z.string(), z.unknown()),
  },
  ({ caller }) => copyOwnData(caller),
)

/** DELETE /api/account/data: forgets the customer, who has typed the address. */
export const DELETE = mutation(
  {
    caller: 'customer',
    limit: 'signInLink',
    params: z.object({}),
    body: z.strictObject({ email: z.string().max(254) }),
    reply: z.never(),
  },
  async ({ caller, body }) => {
    await eraseOwnData(caller, body.email)

    return toSignedOut()
  },
)

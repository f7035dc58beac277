import { z } from 'zod'
import { removeOwnPassword, setOwnPassword } from '#lib/auth/customer-password.ts'
import { mutation } from '#lib/core/http/route.ts'

const typed = z.string().max(1024)

/** POST /api/account/password: a first or another password for the customer. Every other session ends. */
export const POST = mutation(
  {
    caller: 'customer',
    limit: 'signIn',
    params: z.object({}),
    body: z.strictObject({ current: typed, password: typed }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await setOwnPassword(caller, body)

    return {}
  },
)

/** DELETE /api/account/password: no password any more; a mailed link signs in. */
export const DELETE = mutation(
  {
    caller: 'customer',
    limit: 'signIn',
    params: z.object({}),
    body: z.strictObject({ current: typed }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await removeOwnPassword(caller, body.current)

    return {}
  },
)

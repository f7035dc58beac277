import { z } from 'zod'
import { assertMayAdd } from '#lib/auth/add-factor.ts'
import { newApp } from '#lib/auth/totp.ts'
import { mutation } from '#lib/http/route.ts'
import { getStore } from '#lib/queries/store-facts.ts'

/** POST /api/account/totp/begin: a secret for an authenticator app. Nothing is stored before its first code comes. */
export const POST = mutation(
  {
    caller: 'customer',
    params: z.object({}),
    body: z.strictObject({}),
    reply: z.object({ secret: z.string(), uri: z.string(), ticket: z.string() }),
  },
  async ({ caller }) => {
    assertMayAdd(caller)
    const { name } = await getStore()

    return newApp({ id: caller.accountId, email: caller.email, store: name })
  },
)

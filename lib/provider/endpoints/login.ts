import { z } from 'zod'
import { defineEndpoint } from '#lib/provider/endpoint.ts'

/**
 * A new session token. The token before it dies with this call, under running requests too.
 *
 * A wrong account is `bad_credentials`, one without permission `access_denied`. Here -1 never means "log in again",
 * so no session logic may see it. Spec: "POST /api_order/login".
 */
export const logIn = defineEndpoint({
  name: 'logIn',
  method: 'POST',
  path: '/api_order/login',
  effect: 'once',
  auth: 'signature',
  body: 'json',
  limit: 'login',
  successCode: 1,
  kinds: { [-1]: 'bad_credentials', [-2]: 'bad_credentials', [-3]: 'access_denied' },
  params: z
    .object({ phone: z.string().min(1), password: z.string().min(1) })
    .transform(({ phone, password }) => ({ phonenumber: phone, password })),
  data: z.object({ token: z.string().min(1).max(4_096) }),
  toResult: ({ token }): { token: string } => ({ token }),
})

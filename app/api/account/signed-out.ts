import { endedAccountCookie } from '#lib/auth/customer-session.ts'
import { toReply } from '#lib/core/http/route.ts'

/** An answer that takes the session out of the browser. eSIM pages that somebody chose to keep on the device stay. */
export function toSignedOut(): Response {
  const reply = toReply({})
  reply.headers.append('set-cookie', endedAccountCookie())
  reply.headers.set('clear-site-data', '"cache"')

  return reply
}

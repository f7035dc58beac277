import { accountCookie, endedAccountCookie } from '#lib/auth/customer-session.ts'
import { type BegunSession, deviceCookie } from '#lib/auth/sign-in.ts'
import type { SignedIn } from '#lib/auth/sign-in-ways.ts'
import { staffCookie } from '#lib/auth/staff-cookie.ts'
import { toReply } from '#lib/core/http/route.ts'

/** An answer that makes the browser the holder of a session which has just begun; `null` begins none. */
export async function replyWithSession(data: unknown, begun: BegunSession | null): Promise<Response> {
  const reply = toReply(data)
  if (begun) reply.headers.append('set-cookie', await staffCookie(begun))
  if (begun?.isWhole) reply.headers.append('set-cookie', deviceCookie(begun.email))

  return reply
}

/** An answer that makes the browser the holder of a customer's session, and a known device of an address it has proved. */
export function replyWithCustomer(data: unknown, token: string, email: string | null): Response {
  const reply = toReply(data)
  reply.headers.append('set-cookie', accountCookie(token))
  if (email !== null) reply.headers.append('set-cookie', deviceCookie(email))

  return reply
}

/** The answer to whoever has signed in, staff or customer: it tells the page where to go. */
export function replySignedIn(signedIn: SignedIn, email: string | null): Promise<Response> | Response {
  const { kind: to } = signedIn

  return to === 'staff' ? replyWithSession({ to }, signedIn.begun) : replyWithCustomer({ to }, signedIn.token, email)
}

/** An answer that takes the session out of the browser. eSIM pages that somebody chose to keep on the device stay. */
export function toSignedOut(): Response {
  const reply = toReply({})
  reply.headers.append('set-cookie', endedAccountCookie())
  reply.headers.set('clear-site-data', '"cache"')

  return reply
}

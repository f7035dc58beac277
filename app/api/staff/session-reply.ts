import type { BegunSession } from '#lib/auth/sign-in.ts'
import { staffCookie } from '#lib/auth/staff-cookie.ts'
import { toReply } from '#lib/http/reply.ts'

/** An answer that makes the browser the holder of a session which has just begun; `null` begins none. */
export async function replyWithSession(data: unknown, begun: BegunSession | null): Promise<Response> {
  const reply = toReply(data)
  if (begun) reply.headers.append('set-cookie', await staffCookie(begun))

  return reply
}

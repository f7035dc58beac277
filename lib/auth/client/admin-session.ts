import type { getSyncProgressCall } from '#lib/catalog/schema.ts'
import { failureOf, findReachBy } from '#lib/core/client/find-reach.ts'
import { call, RequestFailure } from '#lib/core/client/request.ts'

/** Signs out in this browser; sessions elsewhere go on. */
export async function signOut(): Promise<void> {
  const response = await postForm('/api/auth/signout', {})
  if (!response.ok) throw new RequestFailure('internal')
}

/** Tells the server that somebody is still at work, so that the session does not end for idleness. */
export async function keepSession(): Promise<void> {
  const response = await fetch('/api/auth/session', { cache: 'no-store' })
  // An answer that nobody reads keeps its connection.
  await response.text()
}

const ask = () => call<typeof getSyncProgressCall>('GET /api/admin/catalogue/sync')

/** Asks as staff: does the store answer, and does it still know who asks? */
export const findReach = () => findReachBy(ask)

/** Tells whether a page would be answered: by the store itself, however it fares. Without a session it is the sign-in. */
export async function isAnswered(): Promise<boolean> {
  const failure = await failureOf(ask)

  return failure === null || (failure.code !== 'store_unavailable' && failure.reference !== null)
}

/** What the bearer of an owner link says about themselves. */
export type OwnerBody = { token: string; name: string; email: string; password: string }

async function postForm(path: string, fields: Record<string, string>): Promise<Response> {
  try {
    const { csrfToken } = (await (await fetch('/api/auth/csrf', { cache: 'no-store' })).json()) as { csrfToken: string }
    const body = new URLSearchParams({ ...fields, csrfToken, callbackUrl: '/admin', json: 'true' })

    return await fetch(path, { method: 'POST', body, cache: 'no-store' })
  } catch {
    throw new RequestFailure('offline')
  }
}

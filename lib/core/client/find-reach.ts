import { noteReach, type Reach, type RequestFailure, readReach, toFailure } from '#lib/core/client/request.ts'

/** Asks for something small: does the store answer, and does it still know who asks? */
export async function findReachBy(ask: () => Promise<unknown>): Promise<Reach> {
  const failure = await failureOf(ask)
  if (failure && failure.code !== 'forbidden' && failure.code !== 'unauthenticated') noteReach('unreachable')

  return readReach()
}

/** How a call failed; `null` when it did not. */
export async function failureOf(ask: () => Promise<unknown>): Promise<RequestFailure | null> {
  try {
    await ask()

    return null
  } catch (thrown) {
    return toFailure(thrown)
  }
}

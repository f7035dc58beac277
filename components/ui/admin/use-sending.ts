import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { mayReadAgain, toFailure } from '#lib/core/client/ask.ts'

const KNOWN = ['forbidden', 'bad_input', 'conflict', 'rate_limited', 'unauthenticated', 'offline'] as const

/** How an act stands, as the key of a sentence. */
export type SendState<Reason extends string = never> =
  | 'idle'
  | 'sending'
  | 'saved'
  | (typeof KNOWN)[number]
  | 'internal'
  | Reason

/**
 * Sends an act once at a time, tells how it went, and reads the page again where the store answered. A refusal for one of
 * `reasons` is told by that reason.
 */
export function useSending<Reason extends string = never>(reasons: readonly Reason[] = []) {
  const router = useRouter()
  const [state, setState] = useState<SendState<Reason>>('idle')

  async function send(act: () => Promise<void>): Promise<boolean> {
    if (state === 'sending') return false
    setState('sending')
    try {
      await act()
      setState('saved')
      router.refresh()

      return true
    } catch (thrown) {
      const { code, details } = toFailure(thrown)
      const reason = reasons.find((known) => known === details.reason)
      setState(reason ?? KNOWN.find((known) => known === code) ?? 'internal')
      if (mayReadAgain(thrown)) router.refresh()

      return false
    }
  }

  return { state, send }
}

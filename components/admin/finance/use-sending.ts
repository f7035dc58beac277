import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { toFailure } from '#lib/client/ask.ts'

const KNOWN = ['forbidden', 'bad_input', 'conflict', 'rate_limited', 'offline'] as const
export type SendState = 'idle' | 'sending' | 'saved' | (typeof KNOWN)[number] | 'internal'

/** Sends an act once at a time, tells how it went, and reads the page again. */
export function useSending(): { state: SendState; send: (act: () => Promise<void>) => Promise<boolean> } {
  const router = useRouter()
  const [state, setState] = useState<SendState>('idle')

  async function send(act: () => Promise<void>): Promise<boolean> {
    if (state === 'sending') return false
    setState('sending')
    try {
      await act()
      setState('saved')

      return true
    } catch (thrown) {
      const { code } = toFailure(thrown)
      setState(KNOWN.find((known) => known === code) ?? 'internal')

      return false
    } finally {
      router.refresh()
    }
  }

  return { state, send }
}

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { toFailure } from '#lib/client/ask.ts'

const REASONS = ['code_taken', 'changed'] as const
const CODES = ['forbidden', 'bad_input', 'rate_limited', 'offline'] as const

/** How an act on a promotion stands, as the key of a sentence. */
export type SaveState = 'idle' | 'sending' | 'saved' | (typeof REASONS)[number] | (typeof CODES)[number] | 'internal'

/** One act on promotions at a time; the page is read again after it, whatever came of it. */
export function useSave(): { state: SaveState; save: (act: () => Promise<void>) => Promise<boolean> } {
  const router = useRouter()
  const [state, setState] = useState<SaveState>('idle')

  async function save(act: () => Promise<void>): Promise<boolean> {
    setState('sending')
    try {
      await act()
      setState('saved')

      return true
    } catch (thrown) {
      const { code, details } = toFailure(thrown)
      const reason = REASONS.find((known) => known === details.reason)
      setState(reason ?? CODES.find((known) => known === code) ?? 'internal')

      return false
    } finally {
      router.refresh()
    }
  }

  return { state, save }
}

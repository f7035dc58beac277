'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { toFailure } from '#lib/core/client/ask.ts'
import type { ErrorDetails } from '#lib/core/rules/app-error.ts'

const KNOWN = ['bad_input', 'forbidden', 'unauthenticated', 'store_unavailable', 'offline'] as const

/** Which sentence says why something was not saved. */
export type SaveProblem = {
  words: 'changed' | (typeof KNOWN)[number] | 'internal'
  details: ErrorDetails
}

/** What is being saved, and what came of it. After a change by somebody else the page shows what is stored now. */
export function useSave() {
  const router = useRouter()
  const [state, setState] = useState<'idle' | 'sending' | 'saved'>('idle')
  const [problem, setProblem] = useState<SaveProblem | null>(null)

  async function save(work: () => Promise<unknown>): Promise<boolean> {
    setState('sending')
    setProblem(null)
    try {
      await work()
      setState('saved')
      router.refresh()

      return true
    } catch (thrown) {
      const { code, details } = toFailure(thrown)
      const words = code === 'conflict' ? 'changed' : KNOWN.find((one) => one === code)
      setProblem({ words: words ?? 'internal', details })
      setState('idle')
      if (code === 'conflict') router.refresh()

      return false
    }
  }

  return { state, problem, save }
}

'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type RequestFailure, toFailure } from '#lib/core/client/ask.ts'

type Act = {
  isBusy: boolean
  problem: PricingProblem | null
  /** The plans that a refusal named. */
  named: string[]
  /** Does something, then shows the page anew, at another address when `then` gives one. */
  run: (work: () => Promise<string | null>) => Promise<boolean>
}

/** One act at a time, with its refusal. The page is read again in either case: what it shows may be old. */
export function useAct(): Act {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<PricingProblem | null>(null)
  const [named, setNamed] = useState<string[]>([])

  async function run(work: () => Promise<string | null>): Promise<boolean> {
    setBusy(true)
    setProblem(null)
    setNamed([])
    try {
      const address = await work()
      if (address) router.push(address as never)
      router.refresh()

      return true
    } catch (thrown) {
      const failure = toFailure(thrown)
      setProblem(pricingProblem(failure))
      setNamed(Array.isArray(failure.details.plans) ? failure.details.plans : [])
      if (failure.code === 'conflict') router.refresh()

      return false
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, problem, named, run }
}

const REASONS = [
  'draft_changed',
  'draft_ended',
  'rules_changed',
  'rate_changed',
  'preview_changed',
  'below_floor',
  'nothing_changes',
  'scope',
  'amounts',
  'rate',
  'file',
  'past',
  'one_currency',
] as const
const CODES = ['offline', 'forbidden', 'unauthenticated'] as const

/** Why something about prices was refused, as the key of a sentence. */
type PricingProblem = (typeof REASONS)[number] | (typeof CODES)[number] | 'internal'

/** Returns the sentence for a refusal. */
function pricingProblem({ code, details }: RequestFailure): PricingProblem {
  return REASONS.find((reason) => reason === details.reason) ?? CODES.find((one) => one === code) ?? 'internal'
}

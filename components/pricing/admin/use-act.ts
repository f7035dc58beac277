'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type PricingProblem, pricingProblem } from '#components/pricing/admin/problem.ts'
import { toFailure } from '#lib/core/client/ask.ts'

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

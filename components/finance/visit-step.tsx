'use client'

import { useEffect } from 'react'
import { tellStep } from '#lib/finance/client/visits.ts'
import type { VisitStep as Step } from '#lib/finance/rules/visits.ts'
import { chosenCurrency } from '#lib/pricing/client/currency-choice.ts'

/** Counts that this page was seen: when it is shown, not when it was fetched ahead. */
export function VisitStep({ step, own }: { step: Step; own: string }) {
  useEffect(() => tellStep(step, chosenCurrency() ?? own), [step, own])

  return null
}

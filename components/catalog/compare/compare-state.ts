'use client'

import { useMemo, useSyncExternalStore } from 'react'
import { makeSharedState } from '#components/catalog/shared-state.ts'

/** A plan to be put beside others, and the destination it is sold for. */
export type ComparedPlan = { slug: string; planId: string }

/** How many plans stand side by side at most. */
export const MAX_COMPARED = 4

const PLAN = /^([a-z0-9-]{1,120})\.([A-Za-z0-9_-]{1,64})$/
const state = makeSharedState(['plans'], 'compare')

/** The plans chosen for comparing. A shared address (`#plans=japan.pln_…*france.pln_…`) comes before the tab's memory. */
export function useCompared(): ComparedPlan[] {
  const text = useSyncExternalStore(state.subscribe, state.read, () => '')

  return useMemo(() => parseCompared(text), [text])
}

/** Keeps other plans in mind. The page that shows them has them in its address, so that it can be sent to somebody. */
export function writeCompared(plans: readonly ComparedPlan[], { isShowing = false } = {}): void {
  state.write(comparedText(plans), isShowing)
}

/** Reads plans as an address writes them. What cannot be read is left out, a plan named twice counts once. */
export function parseCompared(text: string): ComparedPlan[] {
  const plans = text.split('*').flatMap((part): ComparedPlan[] => {
    const [, slug, planId] = PLAN.exec(part) ?? []

    return slug && planId ? [{ slug, planId }] : []
  })
  const ids = plans.map(({ planId }) => planId)

  return plans.filter(({ planId }, index) => ids.indexOf(planId) === index).slice(0, MAX_COMPARED)
}

/** Returns plans as an address writes them. */
export function comparedText(plans: readonly ComparedPlan[]): string {
  return plans.map(({ slug, planId }) => `${slug}.${planId}`).join('*')
}

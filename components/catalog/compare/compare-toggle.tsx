'use client'

import {
  type ComparedPlan,
  MAX_COMPARED,
  useCompared,
  writeCompared,
} from '#components/catalog/compare/compare-state.ts'
import type { ToggleLabels } from '#components/catalog/plan-labels.ts'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { fillText, pluralText } from '#lib/core/i18n/plurals.ts'

/** Puts a plan beside others, or takes it away again. A full comparison says so instead of dropping one. */
export function CompareToggle({ plan, name, labels }: { plan: ComparedPlan; name: string; labels: ToggleLabels }) {
  const compared = useCompared()
  const isChosen = compared.some(({ planId }) => planId === plan.planId)
  const isFull = !isChosen && compared.length >= MAX_COMPARED

  return (
    <label className="check compare-check small">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={isFull}
        onChange={() =>
          writeCompared(isChosen ? compared.filter(({ planId }) => planId !== plan.planId) : [...compared, plan])
        }
      />
      <span>
        {isFull ? fillText(labels.full, { n: String(MAX_COMPARED) }) : labels.toggle}
        <span className="sr-only"> {name}</span>
      </span>
    </label>
  )
}

/** How many plans are chosen, and the way to where they stand side by side. */
export function CompareBar({ labels }: { labels: ToggleLabels }) {
  const compared = useCompared()
  if (compared.length === 0) return null

  return (
    <section className="compare-bar" aria-label={labels.label}>
      <p aria-live="polite">{pluralText(labels.chosen, compared.length, labels.tag)}</p>
      <Button
        size="small"
        onClick={() => {
          // The bar goes away.
          document.querySelector<HTMLElement>('.all-plans summary')?.focus({ preventScroll: true })
          writeCompared([])
        }}
      >
        {labels.clear}
      </Button>
      <ButtonLink size="small" tone="ink" href={labels.href}>
        {labels.open}
      </ButtonLink>
    </section>
  )
}

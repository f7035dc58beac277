'use client'

import {
  type ComparedPlan,
  MAX_COMPARED,
  useCompared,
  writeCompared,
} from '#components/catalog/compare/compare-state.ts'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { fillText, type PluralForms, pluralText } from '#lib/core/i18n/plurals.ts'

export type ToggleWords = {
  tag: string
  href: string
  toggle: string
  full: string
  label: string
  chosen: PluralForms
  open: string
  clear: string
}

/** Puts a plan beside others, or takes it away again. A full comparison says so instead of dropping one. */
export function CompareToggle({ plan, name, words }: { plan: ComparedPlan; name: string; words: ToggleWords }) {
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
        {isFull ? fillText(words.full, { n: String(MAX_COMPARED) }) : words.toggle}
        <span className="sr-only"> {name}</span>
      </span>
    </label>
  )
}

/** How many plans are chosen, and the way to where they stand side by side. */
export function CompareBar({ words }: { words: ToggleWords }) {
  const compared = useCompared()
  if (compared.length === 0) return null

  return (
    <section className="compare-bar" aria-label={words.label}>
      <p aria-live="polite">{pluralText(words.chosen, compared.length, words.tag)}</p>
      <Button size="small" onClick={() => writeCompared([])}>
        {words.clear}
      </Button>
      <ButtonLink size="small" tone="ink" href={words.href}>
        {words.open}
      </ButtonLink>
    </section>
  )
}

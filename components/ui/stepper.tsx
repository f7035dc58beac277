'use client'

import { Icon } from '#components/ui/icon.tsx'

type StepperProps = {
  id: string
  name?: string | undefined
  value: number
  min: number
  max: number
  size?: 'normal' | 'small' | undefined
  labels: { field: string; less: string; more: string }
  onChange: (value: number) => void
}

/** A whole number between two bounds. Typing is possible; what lies outside is moved to the nearest bound. */
export function Stepper({ id, name, value, min, max, size = 'normal', labels, onChange }: StepperProps) {
  const move = (next: number) => {
    if (Number.isFinite(next)) onChange(Math.min(max, Math.max(min, Math.trunc(next))))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form group around one number.
    <div className={size === 'small' ? 'stepper stepper-small' : 'stepper'} role="group" aria-label={labels.field}>
      <button type="button" aria-label={labels.less} disabled={value <= min} onClick={() => move(value - 1)}>
        <Icon name="minus" />
      </button>
      <input
        id={id}
        name={name}
        type="number"
        inputMode="numeric"
        aria-label={labels.field}
        min={min}
        max={max}
        value={value}
        onChange={(event) => move(event.target.valueAsNumber)}
      />
      <button type="button" aria-label={labels.more} disabled={value >= max} onClick={() => move(value + 1)}>
        <Icon name="plus" />
      </button>
    </div>
  )
}

'use client'

import { useState } from 'react'
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

/** A whole number between two bounds. What is typed outside of them is moved to the nearest one when the field is left. */
export function Stepper({ id, name, value, min, max, size = 'normal', labels, onChange }: StepperProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const move = (next: number) => {
    setTyped(null)
    const bounded = Math.min(max, Math.max(min, Math.trunc(next)))
    if (Number.isFinite(next) && bounded !== value) onChange(bounded)
  }
  const type = (text: string) => {
    const number = Number(text)
    setTyped(text)
    if (text !== '' && Number.isInteger(number) && number >= min && number <= max && number !== value) onChange(number)
  }
  const leave = () => {
    if (typed !== null) move(typed === '' ? value : Number(typed))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form group around one number.
    <div className={size === 'small' ? 'stepper stepper-small' : 'stepper'} role="group" aria-label={labels.field}>
      <button type="button" aria-label={labels.less} aria-disabled={value <= min} onClick={() => move(value - 1)}>
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
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'Enter') leave()
        }}
      />
      <button type="button" aria-label={labels.more} aria-disabled={value >= max} onClick={() => move(value + 1)}>
        <Icon name="plus" />
      </button>
    </div>
  )
}

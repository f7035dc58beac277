import { useLayoutEffect, useRef } from 'react'

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The `ref` of a field whose page notes nothing early: hands over what was typed before the scripts had run. */
export function useEarlyText(take: (text: string) => void) {
  const field = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts have found the field.
  useLayoutEffect(() => {
    if (field.current?.value) take(field.current.value)
  }, [])

  return field
}

/**
 * Tells a page what was chosen on it before the scripts had run. What is typed is left to `useEarlyText`: a keyboard that is
 * in the middle of a word loses it when its field is written to.
 */
export function useEarlyChoices(): void {
  useLayoutEffect(() => {
    for (const field of document.querySelectorAll<Field>('main :is([type=radio],[type=checkbox],[type=date],select)')) {
      if (isChosen(field)) tellPage(field, field.value, 'checked' in field && field.checked)
    }
  }, [])
}

function isChosen(field: Field): boolean {
  if ('options' in field) return field.selectedIndex > 0 && !field.selectedOptions[0]?.defaultSelected
  if (field.type === 'date') return field.value !== field.defaultValue

  return 'checked' in field && field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox')
}

/** Makes the page notice what a field holds: it only looks when that differs from what it saw last. */
export function tellPage(field: Field, value: string, isOn = false): void {
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    field.checked = !isOn
    field.click()
    return
  }
  // Files cannot be chosen by a script, and stay chosen.
  if (field.type === 'file') {
    field.dispatchEvent(new Event('change', { bubbles: true }))
    return
  }
  if (!(field instanceof HTMLSelectElement)) field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

import { useLayoutEffect, useRef } from 'react'

/** The `ref` of a field whose page notes nothing early: hands over what was typed before the scripts had run. */
export function useEarlyText(take: (text: string) => void) {
  const field = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts have found the field.
  useLayoutEffect(() => {
    if (field.current?.value) take(field.current.value)
  }, [])

  return field
}

/** The same for what is chosen: has each choice made once more, now that it is heard. */
export function useEarlyChoices(): void {
  useLayoutEffect(() => {
    // A page that notes everything early tells it by itself.
    if ('early' in window) return
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('main :is(input,select)')) {
      if ('options' in field) {
        if (field.selectedIndex > 0 && !field.selectedOptions[0]?.defaultSelected) {
          field.dispatchEvent(new Event('change', { bubbles: true }))
        }
      } else if (field.checked && !field.defaultChecked) {
        field.checked = false
        field.click()
      }
    }
  }, [])
}

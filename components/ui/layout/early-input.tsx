'use client'

import { useEffect } from 'react'
import { EARLY_INPUT } from '#lib/core/rules/early-input.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Early = { fields: Map<Field, [value: string, isOn?: boolean]>; pressed: HTMLElement | null; stop: () => void }

/**
 * Loses nothing that somebody does before the scripts have run: what is typed and ticked until then reaches the state of the
 * page, and the last button pressed is pressed again. Stands at the beginning of a body, `EarlyReplay` at its end.
 */
export function EarlyInput({ nonce }: { nonce?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: EARLY_INPUT }} />
}

let tellTyped = () => {}

/** Resolves when the page knows what was typed before its scripts had run. What was pressed is pressed after that. */
export const earlyTyped = new Promise<void>((resolve) => {
  tellTyped = resolve
})

export function EarlyReplay() {
  useEffect(() => {
    const { early } = window as Window & { early?: Early }
    if (!early) return tellTyped()
    // Once: the next page may show the same button.
    delete (window as { early?: Early }).early
    void replay(early)
  }, [])

  return null
}

async function replay({ fields, pressed, stop }: Early): Promise<void> {
  stop()
  // What was noted, not what the fields hold: the page has drawn them anew, as it knows them.
  for (const [field, [value, isOn]] of fields) {
    // One at a time: what a field says is in the state before the next one speaks, and before the button is pressed.
    await nextTask()
    if (field.isConnected) tell(field, value, isOn)
  }
  await nextTask()
  tellTyped()
  await nextTask()
  if (pressed?.isConnected) pressed.click()
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Makes the page notice what a field holds: it only looks when that differs from what it saw last. */
function tell(field: Field, value: string, isOn = false): void {
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

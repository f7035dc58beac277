/** Puts a text on the clipboard. `false` where the browser does not let a page do that. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)

    return true
  } catch {
    return copyMarked(text)
  }
}

/** As a person does who marks it: a page that came over plain http has no other way. */
function copyMarked(text: string): boolean {
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.className = 'sr-only'
  field.readOnly = true
  field.value = text
  // What stands outside an open dialog cannot be marked.
  const around = document.querySelector('dialog[open]') ?? document.body
  around.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus()

  return isDone
}

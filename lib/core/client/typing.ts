export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const fields = new Set<Field>()

/** Watches what is typed into the page. Returns how to end that. */
export function watchTyping(): () => void {
  const note = ({ target }: Event) => {
    if (target instanceof Element && target.matches('input, textarea, select')) fields.add(target as Field)
  }
  document.addEventListener('input', note, { passive: true })

  return () => document.removeEventListener('input', note)
}

/** Tells whether something stands in a field that somebody wrote into, of the whole page or of those given. */
export function hasInput(among: Iterable<Field> = fields): boolean {
  for (const field of fields) if (!field.isConnected) fields.delete(field)

  return [...among].some((field) => fields.has(field) && field.value !== '')
}

/** Notes that somebody has written into a field, as for the copy of one. */
export function recordInput(field: Field): void {
  fields.add(field)
}

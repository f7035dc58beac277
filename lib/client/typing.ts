type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Watches what is typed into the page. `isTyped` tells whether something stands in a field that somebody wrote into. */
export function watchTyping(): { isTyped: () => boolean; stop: () => void } {
  const fields = new Set<Field>()
  const note = ({ target }: Event) => {
    if (isField(target)) fields.add(target)
  }
  document.addEventListener('input', note, { passive: true })

  return {
    isTyped() {
      for (const field of fields) if (!field.isConnected) fields.delete(field)

      return [...fields].some(({ value }) => value !== '')
    },
    stop: () => document.removeEventListener('input', note),
  }
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches('input, textarea, select')
}

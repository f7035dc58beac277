import { useEffect, useSyncExternalStore } from 'react'

// Which forms of the page hold what nobody has saved.
const forms = new Set<string>()
const listeners = new Set<() => void>()

function change(id: string, isUnsaved: boolean): void {
  if (isUnsaved) forms.add(id)
  else forms.delete(id)
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)

  return () => listeners.delete(listener)
}

/** Whether a form of the page holds what is not saved. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(
    listen,
    () => forms.size > 0,
    () => false,
  )
}

/**
 * Says of a form whether it holds what is not saved. Whoever then follows a link, or leaves or reloads the page, is asked
 * first.
 */
export function useUnsaved(id: string, isUnsaved: boolean, question: string): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const leaving = (event: BeforeUnloadEvent) => event.preventDefault()
    const following = (event: MouseEvent) => {
      if (!leadsAway(event) || [...forms][0] !== id || window.confirm(question)) return
      event.preventDefault()
      event.stopPropagation()
    }
    change(id, true)
    window.addEventListener('beforeunload', leaving)
    document.addEventListener('click', following, true)

    return () => {
      change(id, false)
      window.removeEventListener('beforeunload', leaving)
      document.removeEventListener('click', following, true)
    }
  }, [id, isUnsaved, question])
}

/** Whether a press leads to another page in the same tab. */
function leadsAway(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.download !== '') return false
  const isElsewhere =
    link.origin !== location.origin || link.pathname + link.search !== location.pathname + location.search

  return isElsewhere && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}

import { useEffect, useSyncExternalStore } from 'react'

// The forms of the page that hold what nobody has saved, each with its question.
const forms = new Map<string, string>()
const listeners = new Set<() => void>()

function change(id: string, question: string | null): void {
  if (question === null) forms.delete(id)
  else forms.set(id, question)
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

/** Whether the page may be left: at once where everything is saved, else whoever leaves it is asked. */
export function mayLeave(): boolean {
  const [question] = forms.values()

  return question === undefined || window.confirm(question)
}

/**
 * Says of a form whether it holds what is not saved. Whoever then follows a link, goes back, or leaves or reloads the page, is
 * asked first. What leads elsewhere without a link asks `mayLeave` itself.
 */
export function useUnsaved(id: string, isUnsaved: boolean, question: string): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const leaving = (event: BeforeUnloadEvent) => event.preventDefault()
    // One question, however many forms.
    const isFirst = () => forms.keys().next().value === id
    const following = (event: MouseEvent) => {
      if (!isFirst() || !leadsAway(event) || mayLeave()) return
      event.preventDefault()
      event.stopPropagation()
    }
    // Back and forth, where the browser lets a page decide on them.
    const going = (event: NavigateEvent) => {
      const isElsewhere = event.navigationType === 'traverse' && !event.hashChange
      if (isElsewhere && event.cancelable && isFirst() && !mayLeave()) event.preventDefault()
    }
    change(id, question)
    window.addEventListener('beforeunload', leaving)
    document.addEventListener('click', following, true)
    window.navigation?.addEventListener('navigate', going)

    return () => {
      change(id, null)
      window.removeEventListener('beforeunload', leaving)
      document.removeEventListener('click', following, true)
      window.navigation?.removeEventListener('navigate', going)
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

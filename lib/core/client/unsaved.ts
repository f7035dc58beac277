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

const LEAVING_MS = 1_000
let agreedAt = Number.NEGATIVE_INFINITY

/** Whether the page may be left: at once where everything is saved, else whoever leaves it is asked. */
export function mayLeave(): boolean {
  const [question] = forms.values()
  if (question === undefined) return true
  const isAgreed = window.confirm(question)
  if (isAgreed) agreedAt = performance.now()

  return isAgreed
}

/**
 * Says of a form whether it holds what is not saved. Whoever then follows a link, sends a search or filter, goes back, or
 * leaves or reloads the page, is asked first. What leads elsewhere without a link asks `mayLeave` itself.
 */
export function useUnsaved(id: string, isUnsaved: boolean, question: string): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const leaving = (event: BeforeUnloadEvent) => {
      // Whoever has just said yes is not asked by the browser as well.
      if (performance.now() - agreedAt > LEAVING_MS) event.preventDefault()
    }
    // One question, however many forms.
    const isFirst = () => forms.keys().next().value === id
    const following = (event: MouseEvent | SubmitEvent) => {
      if (!isFirst() || !(event instanceof SubmitEvent ? asksForPage(event) : leadsAway(event)) || mayLeave()) return
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
    document.addEventListener('submit', following, true)
    window.navigation?.addEventListener('navigate', going)

    return () => {
      change(id, null)
      window.removeEventListener('beforeunload', leaving)
      document.removeEventListener('click', following, true)
      document.removeEventListener('submit', following, true)
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

/** Whether a form shows a page at an address, as a search or a filter does. The others send by themselves. */
function asksForPage({ target }: SubmitEvent): boolean {
  return target instanceof HTMLFormElement && target.getAttribute('action')?.startsWith('/') === true
}

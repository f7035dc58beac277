import { useEffect, useSyncExternalStore } from 'react'
import { isAnswered } from '#lib/auth/client/admin-session.ts'
import { noteReach, readReach } from '#lib/core/client/request.ts'

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

// Before the press reaches the framework, which would fetch the page behind it.
const FIRST = { capture: true }

type PageGuard = {
  hasInput: () => boolean
  /** Called when a press led nowhere, so that whoever pressed is told. */
  onIntercepted: () => void
}

/**
 * Keeps a page that cannot be read again: while the store does not answer, its links and filters lead to nothing but an error
 * of the browser, and what was typed would be gone; signed out, they lead away from what was typed. Each press asks first, and
 * goes on where all is well again. Returns how to end that.
 */
export function guardLeaving(page: EventTarget, { hasInput, onIntercepted }: PageGuard): () => void {
  let isGoing = false
  const intercept = (event: Event, again: (() => void) | null) => {
    if (isGoing || !again || !isLost(hasInput)) return
    event.preventDefault()
    event.stopPropagation()
    void isAnswered().then((isThere) => {
      if (!isThere || (readReach() === 'signed_out' && hasInput())) return onIntercepted()
      isGoing = true
      again()
      isGoing = false
    })
  }
  const onClick = (event: Event) => intercept(event, pressOf(event as MouseEvent))
  const onSubmit = (event: Event) => intercept(event, sendingOf(event as SubmitEvent))
  const onOffline = () => noteReach('unreachable')
  page.addEventListener('click', onClick, FIRST)
  page.addEventListener('submit', onSubmit, FIRST)
  page.addEventListener('offline', onOffline)

  return () => {
    page.removeEventListener('click', onClick, FIRST)
    page.removeEventListener('submit', onSubmit, FIRST)
    page.removeEventListener('offline', onOffline)
  }
}

function isLost(hasInput: () => boolean): boolean {
  const reach = readReach()

  return reach === 'unreachable' || (reach === 'signed_out' && hasInput())
}

/** How to press a link of the store's again; `null` for what opens elsewhere or leads out of it. */
function pressOf({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): (() => void) | null {
  const link = (target as Partial<Element> | null)?.closest?.<HTMLAnchorElement>('a[href]')
  const opensElsewhere = button !== 0 || metaKey || ctrlKey || shiftKey || altKey
  if (!link || opensElsewhere || (link.target !== '' && link.target !== '_self')) return null
  // Within the page nothing is asked for.
  if (link.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return null

  return () => link.click()
}

/** How to send a filter again; `null` for a form that sends by itself and says what became of it. */
function sendingOf({ target, submitter }: SubmitEvent): (() => void) | null {
  const form = target as HTMLFormElement

  return form.getAttribute('action')?.startsWith('/') ? () => form.requestSubmit(submitter) : null
}

import { isAnswered } from '#lib/auth/client/admin-session.ts'
import { noteReach, readReach } from '#lib/core/client/reach.ts'

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

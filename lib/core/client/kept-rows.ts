import { type Field, hasInput, recordInput } from '#lib/core/client/unsaved.ts'

/**
 * What stood on a page before one that could not be read: where it was read, and when, in milliseconds. `isNew`: it was kept
 * for no other page before.
 */
export type KeptRows = { nodes: Node[]; typed: Field[]; from: string; at: number; isNew: boolean }

// Not of the page itself: windows over it, the mark of a link on its way, and the notices of the frame.
const NOT_KEPT = 'dialog, .a-going, #reach, #unread'
const FIELDS = 'input, textarea, select'
const CHOICES = 'button, select, input[type="checkbox"], input[type="radio"], input[type="file"]'

let read: { from: string; at: number } | null = null

/** Notes that a page was read just now. */
export function noteRead(from: string): void {
  read = { from, at: Date.now() }
}

/**
 * Copies what stands on the page while another one takes its place; `null` when nothing of the back office stood there.
 * Called before the other one is drawn. What was kept already is kept on, as old as it is.
 */
export function takeRows(): KeptRows | null {
  const main = typeof document === 'undefined' ? null : document.getElementById('main')
  const kept = main?.querySelector<HTMLElement>('[data-kept-at]')
  if (kept) {
    const { keptFrom = '', keptAt } = kept.dataset

    return { nodes: [...kept.childNodes], typed: [], from: keptFrom, at: Number(keptAt), isNew: false }
  }
  const stood = main ? [...main.children].filter((part) => !part.matches(NOT_KEPT)) : []
  if (stood.length === 0 || !read) return null
  const copies = stood.map((part) => ({ part, copy: part.cloneNode(true) as Element }))
  const typed = copies.flatMap(({ part, copy }) => inputsOf(part, copy))
  for (const { copy } of copies) tame(copy)

  return { nodes: copies.map(({ copy }) => copy), typed, ...read, isNew: true }
}

/** Puts what was kept onto the page. What somebody typed there counts as typed. */
export function placeRows(place: Element, { nodes, typed }: KeptRows): void {
  place.replaceChildren(...nodes)
  for (const field of typed) recordInput(field)
}

/** The address that a filter of the page asks for; `null` for a form that sends something else. */
export function filterOf(form: HTMLFormElement, submitter: HTMLElement | null): string | null {
  const action = form.getAttribute('action')
  if (!action?.startsWith('/admin')) return null
  const entries = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)])
  const query = new URLSearchParams(entries).toString()

  return query === '' ? action : `${action}?${query}`
}

function inputsOf(part: Element, copy: Element): Field[] {
  const copied = [...copy.querySelectorAll<Field>(FIELDS)]

  return [...part.querySelectorAll<Field>(FIELDS)].flatMap((field, index) => {
    const its = copied[index]
    if (!its) return []
    // A copy says what was typed, but not what was chosen.
    if (field.matches('select')) its.value = field.value

    return hasInput([field]) ? [its] : []
  })
}

/** Leaves links and filters: no script stands behind what else can be pressed, so it must not look as if. */
function tame(copy: Element): void {
  for (const one of copy.querySelectorAll(NOT_KEPT)) one.remove()
  for (const one of copy.querySelectorAll<HTMLButtonElement | Field>(`button, ${FIELDS}`)) {
    const isOfFilter = one.closest('form[action^="/admin"]') !== null && !one.matches('button:not([type="submit"])')
    if (isOfFilter) continue
    if (one.matches(CHOICES)) one.disabled = true
    else if ('readOnly' in one) one.readOnly = true
  }
}

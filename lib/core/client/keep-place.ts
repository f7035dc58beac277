const WAIT_MS = 20_000

/**
 * Keeps the place of whoever works by keys when what was pressed goes away, now or with a later answer: the focus would fall
 * back to the top of the page. It moves to what stands at the same place among the things of the first selector, to the last
 * one where none stands there, and to those of the next selector where none is left. Whoever has moved on is left alone.
 */
export function keepPlace(pressed: Element, ...wanted: [string, ...string[]]): void {
  const place = Math.max(0, [...document.querySelectorAll(wanted[0])].indexOf(pressed))
  const changes = new MutationObserver(() => {
    if (pressed.isConnected) return
    changes.disconnect()
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) focusOn(wanted, place)
  })
  changes.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => changes.disconnect(), WAIT_MS)
}

function focusOn(wanted: readonly string[], place: number): void {
  const left = wanted
    .map((selector) => [...document.querySelectorAll<HTMLElement>(selector)])
    .find(({ length }) => length)
  const next = left?.[Math.min(place, left.length - 1)]
  if (!next) return
  // A heading takes the focus when it is told that it may.
  if (next.tabIndex < 0) next.tabIndex = -1
  next.focus()
}

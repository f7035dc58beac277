const ROWS = '[data-row]'
const TICK = 'input[data-tick]'

/** Moves the mark to the next or previous row of the page, and keeps it in view. */
export function moveCursor(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)]
  const at = rows.findIndex((row) => row.dataset.cursor !== undefined)
  const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))]
  if (!next) return
  for (const row of rows) delete row.dataset.cursor
  next.dataset.cursor = ''
  next.scrollIntoView({ block: 'nearest' })
  next.querySelector<HTMLElement>('a[href]')?.focus({ preventScroll: true })
}

/** Opens the marked row, unless the key was meant for something that has the focus. */
export function openCursor(event: KeyboardEvent): void {
  const target = event.target
  if (target instanceof HTMLElement && target.closest('a, button, summary')) return
  document.querySelector<HTMLAnchorElement>(`${ROWS}[data-cursor] a[href]`)?.click()
}

/** Ticks the marked row, or takes its tick off. */
export function tickCursor(): void {
  document.querySelector<HTMLInputElement>(`${ROWS}[data-cursor] ${TICK}`)?.click()
}

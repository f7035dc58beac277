const OPEN = 'details.menu[open]'

/** Closes the open menus of the header when somebody presses beside them, follows a link of theirs, or presses Escape. */
export function watchMenus(signal: AbortSignal): void {
  document.addEventListener('click', closeMenus, { signal })
  document.addEventListener('keydown', closeOnEscape, { signal })
}

function closeMenus({ target }: Event): void {
  if (!(target instanceof Element)) return
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(OPEN)) {
    if (!menu.contains(target) || target.closest('a')) menu.open = false
  }
}

function closeOnEscape({ key }: KeyboardEvent): void {
  const menu = document.querySelector<HTMLDetailsElement>(OPEN)
  if (!menu || key !== 'Escape') return
  menu.open = false
  menu.querySelector('summary')?.focus()
}

import { useCallback, useEffect, useRef } from 'react'

/** What opens below a button at the end of a row, over what follows. */
export const POPOVER =
  'absolute end-0 top-[calc(100%+0.375rem)] z-20 grid min-w-56 rounded-[10px] border border-line bg-card whitespace-normal shadow-ticket'

/** A `details` with such a box: a press beside it closes it, and so does its key, which gives the focus back to the button. */
export function usePopover() {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = useCallback(() => {
    if (menu.current) menu.current.open = false
  }, [])

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const beside = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) close()
    }
    const byKey = ({ key }: KeyboardEvent) => {
      // A dialog in front of it closes first.
      if (key !== 'Escape' || !menu.current?.open || document.querySelector('dialog[open]')) return
      close()
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', beside, { signal })
    document.addEventListener('keydown', byKey, { signal })

    return () => listening.abort()
  }, [close])

  return { menu, close }
}

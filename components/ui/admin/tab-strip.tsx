'use client'

import { type ReactNode, useEffect, useRef } from 'react'

type TabStripProps = { label: string; className?: string; children: ReactNode }

/** The tabs of a page. Where more of them than fit stand in a row, the open one is moved into sight. */
export function TabStrip({ label, className = 'mb-3', children }: TabStripProps) {
  const strip = useRef<HTMLElement>(null)
  const shown = useRef<string | null>(null)
  // The page is read anew every few seconds: who has moved the row since keeps it where it is.
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLAnchorElement>('[aria-current]')
    if (!strip.current || !tab || tab.href === shown.current) return
    shown.current = tab.href
    const [room, place] = [strip.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    if (place.left < room.left) strip.current.scrollLeft -= room.left - place.left
    else if (place.right > room.right) strip.current.scrollLeft += place.right - room.right
  })

  return (
    <nav
      ref={strip}
      className={`flex gap-4.5 overflow-x-auto border-b border-line [scrollbar-width:none] ${className}`}
      aria-label={label}
    >
      {children}
    </nav>
  )
}

'use client'

import { type ReactNode, startTransition, useLayoutEffect, useState, useSyncExternalStore } from 'react'

type AfterPaintProps = {
  /** Keeps a screen free meanwhile, so that what stands below does not come into view and move away. */
  hasRoom?: boolean
  children: ReactNode
}

/**
 * Leaves its content out of the first picture of a page that somebody came to by a press, and adds it when that picture
 * has been drawn: for what is folded or below the screen. What the server sends is whole, and so is what becomes of it.
 */
export function AfterPaint({ hasRoom = false, children }: AfterPaintProps) {
  if (useAfterPaint()) return children

  return hasRoom ? <div className="min-h-screen" /> : null
}

/** Whether the first picture has been drawn; true from the start in a document, and on the way back to a page. */
export function useAfterPaint(): boolean {
  const isWhole = useSyncExternalStore(watchNothing, isComingBack, yes)
  const [isDrawn, setDrawn] = useState(isWhole)
  useLayoutEffect(() => {
    if (!isDrawn) return afterPicture(() => setDrawn(true))
  }, [isDrawn])

  return isDrawn
}

const watchNothing = () => () => {}
const isComingBack = () => isReturning
const yes = () => true

// The browser scrolls to where somebody was as soon as it is back at a page: it must be as long as it was.
let isReturning = false
if (typeof window !== 'undefined') {
  const say = ({ type }: Event) => {
    isReturning = type === 'popstate'
  }
  window.addEventListener('popstate', say, { capture: true })
  window.addEventListener('click', say, { capture: true, passive: true })
}

const waiting = new Set<() => void>()

/** A frame is asked for before it is drawn; what is put off from there comes when it has been, and all of it at once. */
function afterPicture(action: () => void): () => void {
  if (waiting.size === 0) requestAnimationFrame(() => setTimeout(openAll))
  waiting.add(action)

  return () => waiting.delete(action)
}

function openAll(): void {
  startTransition(() => {
    for (const action of waiting) action()
  })
  waiting.clear()
}

import type { ReactNode } from 'react'

/** A wide table that scrolls by itself: it can be reached and moved by keyboard too. */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and a section would be one landmark too many.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a pointer.
    <div role="group" className="a-scroll" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}

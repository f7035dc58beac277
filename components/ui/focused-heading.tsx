'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/** A heading that takes the focus when it appears: the step before it, and what had the focus, are gone. */
export function FocusedHeading({ id, children }: { id?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus(), [])

  return (
    <h2 id={id} ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}

'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/** A heading that takes the focus when it appears: the step before it, and what had the focus, are gone. */
export function FocusedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus(), [])

  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}

import type { ReactNode } from 'react'
import { Flag } from '#components/ui/flag.tsx'

/** A name behind its small flag, cut when there is no room for it. */
export function DestinationCell({
  iso2,
  title,
  children,
}: {
  iso2: string | null
  title?: string
  children: ReactNode
}) {
  return (
    <span className="a-place">
      {iso2 ? <Flag iso2={iso2} size="small" /> : null}
      <span className="a-cut" title={title}>
        {children}
      </span>
    </span>
  )
}

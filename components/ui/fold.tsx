import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'

/** A line that opens what it names. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group border-b border-line">
      <summary className="flex min-h-13 cursor-pointer items-center justify-between gap-4 font-semibold">
        {title}
        <Icon name="down" className="soft group-open:rotate-180" />
      </summary>
      <div className="soft pb-4">{children}</div>
    </details>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'

type DisclosureProps = Omit<ComponentProps<'details'>, 'className' | 'title'> & {
  title: ReactNode
  /** At the other end of the line. */
  beside: ReactNode
}

/** Something to decide about, on one line; what is known and what can be done is opened by a press. */
export function Disclosure({ title, beside, children, ...details }: DisclosureProps) {
  return (
    <details className="a-finding group border-line [.a-finding+&]:border-t" {...details}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-x-2.5 gap-y-1 border-hair px-3.5 py-1.5 -outline-offset-2 group-open:border-b phone:flex-wrap [&::-webkit-details-marker]:hidden">
        <Icon
          name="down"
          className="size-3.5 flex-none -rotate-90 [transition:rotate_var(--fast)] group-open:rotate-0 rtl:not-group-open:rotate-90"
        />
        <h3 className="min-w-0 flex-1 phone:basis-[calc(100%-2rem)]">{title}</h3>
        {beside}
      </summary>
      {children}
    </details>
  )
}

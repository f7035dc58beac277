import type { ReactNode } from 'react'

/** Rows that lead on, each a link or a fold: what stands at both ends, and the words between. */
export function LinkList({ children }: { children: ReactNode }) {
  return (
    <ul className="*:border-t *:border-line [&_:is(a,summary)]:flex [&_:is(a,summary)]:min-h-[52px] [&_:is(a,summary)]:items-center [&_:is(a,summary)]:gap-4 [&_:is(a,summary)]:py-2 [&_:is(a,summary)]:no-underline [&_:is(a,summary)_b]:font-[550] [&_:is(a,summary):hover_b]:underline [&_:is(a,summary)>:nth-last-child(2)]:flex-1 [&_small]:block [&_small]:text-[0.875rem] [&_small]:text-ink-soft">
      {children}
    </ul>
  )
}

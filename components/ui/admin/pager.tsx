import type { ReactNode } from 'react'
import { GoLink } from '#components/ui/admin/go-link.tsx'

type Way = { href: string; words: string }
type PagerProps = { label: string; before: Way | null; next: Way | null; children?: ReactNode }

/**
 * The ways from one page of a list: back (to newer rows or to its beginning), and on to older ones. `children` say more
 * about the list and stand there even where there is no other page.
 */
export function Pager({ label, before, next, children }: PagerProps) {
  if (!before && !next && !children) return null

  return (
    <nav className="a-pager" aria-label={label}>
      {before ? (
        <GoLink className="a-link" href={before.href} rel="prev">
          {before.words}
        </GoLink>
      ) : null}
      {next ? (
        <GoLink className="a-link" href={next.href} rel="next">
          {next.words}
        </GoLink>
      ) : null}
      {children}
    </nav>
  )
}

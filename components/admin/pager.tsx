import { GoLink } from '#components/admin/go-link.tsx'

type Way = { href: string; words: string }

/** The ways from one page of a list: back to its beginning, and on to older rows. Nothing where there is neither. */
export function Pager({ label, first, next }: { label: string; first: Way | null; next: Way | null }) {
  if (!first && !next) return null

  return (
    <nav className="a-pager" aria-label={label}>
      {first ? (
        <GoLink className="a-link" href={first.href}>
          {first.words}
        </GoLink>
      ) : null}
      {next ? (
        <GoLink className="a-link" href={next.href} rel="next">
          {next.words}
        </GoLink>
      ) : null}
    </nav>
  )
}

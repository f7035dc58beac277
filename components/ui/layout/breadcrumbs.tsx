type Crumb = { name: string; href?: string }

/** The way back up; the last one is the page itself. */
export function Breadcrumbs({ label, crumbs }: { label: string; crumbs: Crumb[] }) {
  return (
    <nav aria-label={label}>
      <ol className="crumbs">
        {crumbs.map(({ name, href }) => (
          <li key={name} aria-current={href ? undefined : 'page'}>
            {href ? <a href={href}>{name}</a> : name}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A half sun on the horizon with its rings: land in sight, and a signal. */
export function Logo({ name, href, label }: { name: string; href: string; label: string }) {
  return (
    <a className="logo" href={href} aria-label={label}>
      <svg viewBox="0 0 30 30" aria-hidden="true">
        <path className="sun" d="M6.5 18a8.5 8.5 0 0 1 17 0z" />
        <path d="M2 18h26M7 22.5h16M12 27h6" />
      </svg>
      {name}
    </a>
  )
}

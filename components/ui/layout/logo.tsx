import type { StoreFacts } from '#components/ui/layout/store-facts.ts'
import { picturePath } from '#lib/settings/rules/brand.ts'

type LogoProps = { store: Pick<StoreFacts, 'name' | 'logo'>; href: string; label: string }

/** The shop's own logo; without one a half sun on the horizon with its rings: land in sight, and a signal. */
export function Logo({ store: { name, logo }, href, label }: LogoProps) {
  return (
    <a className="logo" href={href} aria-label={label}>
      {logo ? (
        <img src={picturePath(logo.hash)} width={logo.width} height={logo.height} alt="" />
      ) : (
        <svg viewBox="0 0 30 30" aria-hidden="true">
          <path className="sun" d="M6.5 18a8.5 8.5 0 0 1 17 0z" />
          <path d="M2 18h26M7 22.5h16M12 27h6" />
        </svg>
      )}
      {logo?.hasName ? null : name}
    </a>
  )
}

'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef } from 'react'
import { AREAS, AreaIcon, navigationAreas } from '#components/ui/admin/areas.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import type { StaffRole } from '#lib/core/rules/caller.ts'

type AreaLinksProps = { variant: 'rail' | 'dock'; role: StaffRole; needs: ReactNode }

export function AreaLinks({ variant, role, needs }: AreaLinksProps) {
  const t = useTranslations('admin')
  const path = usePathname()
  const here = useRef<HTMLAnchorElement>(null)
  // A dock with more areas than fit shows the one that is open.
  useEffect(() => {
    if (variant === 'dock' && path) here.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [variant, path])
  const isHere = (href: string) => (href === '/admin' ? path === href : path.startsWith(href))
  const areas = variant === 'rail' ? navigationAreas(role) : AREAS
  const links = areas.map(({ name, href }) => (
    <Link
      key={name}
      href={href}
      className={variant === 'rail' ? 'a-nav' : undefined}
      aria-current={isHere(href) ? 'page' : undefined}
      ref={isHere(href) ? here : undefined}
    >
      <AreaIcon name={name} />
      <span>{t(`area.${name}`)}</span>
      {name === 'today' ? needs : null}
    </Link>
  ))

  return variant === 'dock' ? (
    links
  ) : (
    <ul>
      {links.map((link) => (
        <li key={link.key}>{link}</li>
      ))}
    </ul>
  )
}

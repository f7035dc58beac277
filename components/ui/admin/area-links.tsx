'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { AREAS, AreaIcon, navigationAreas } from '#components/ui/admin/areas.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import type { StaffRole } from '#lib/core/rules/caller.ts'

/** A line of a menu of areas; at the side of a narrow window its icon alone is shown. */
export function AreaLink({ isAtSide = false, ...link }: ComponentProps<typeof Link> & { isAtSide?: boolean }) {
  return (
    <Link
      className={`relative flex min-h-8 items-center gap-2.5 rounded-md px-2 font-medium text-ink-soft before:absolute before:inset-y-1.5 before:-start-2.5 before:w-[3px] before:rounded-e-[3px] hover:bg-well hover:text-ink aria-[current]:bg-[color-mix(in_oklab,var(--ink)_7%,var(--paper))] aria-[current]:text-ink aria-[current]:before:bg-signal pointer-coarse:min-h-11 narrow:before:-start-2 ${isAtSide ? AT_SIDE : ''}`.trim()}
      {...link}
    />
  )
}

const COUNT = '[&>b]:text-small [&>b]:font-semibold [&>b]:text-rust'
const AT_SIDE = `${COUNT} [&>b]:ms-auto narrow:justify-center narrow:p-0 narrow:[&>b]:absolute narrow:[&>b]:end-0 narrow:[&>b]:top-0 narrow:[&>b]:text-[0.625rem] narrow:[&>span]:sr-only`
/** As many areas as fit; the rest is a push of the thumb away. */
const IN_DOCK = `${COUNT} relative grid min-h-14 min-w-14 flex-[1_0_auto] content-center justify-items-center gap-0.5 px-1 text-[0.6875rem] font-[550] text-ink-soft aria-[current]:text-ink aria-[current]:shadow-[inset_0_2px_0_var(--signal)] [&>b]:absolute [&>b]:start-[calc(50%+0.625rem)] [&>b]:top-1.5`

export function AreaLinks({ variant, role, needs }: { variant: 'rail' | 'dock'; role: StaffRole; needs: ReactNode }) {
  const t = useTranslations('admin')
  const path = usePathname()
  const here = useRef<HTMLAnchorElement>(null)
  // A dock with more areas than fit shows the one that is open.
  useEffect(() => {
    if (variant === 'dock' && path) here.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [variant, path])
  const isHere = (href: string) => (href === '/admin' ? path === href : path.startsWith(href))
  const areas = variant === 'rail' ? navigationAreas(role) : AREAS
  const links = areas.map(({ name, href }) => {
    const link = {
      href,
      'aria-current': isHere(href) ? ('page' as const) : undefined,
      ref: isHere(href) ? here : undefined,
      children: (
        <>
          <AreaIcon name={name} />
          <span>{t(`area.${name}`)}</span>
          {name === 'today' ? needs : null}
        </>
      ),
    }

    return variant === 'rail' ? (
      <AreaLink key={name} {...link} isAtSide />
    ) : (
      <Link key={name} {...link} className={IN_DOCK} />
    )
  })

  return variant === 'dock' ? (
    links
  ) : (
    <ul className="grid gap-0.5">
      {links.map((link) => (
        <li key={link.key}>{link}</li>
      ))}
    </ul>
  )
}

'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { AreaIcon } from '#components/admin/area-icon.tsx'
import { AREAS } from '#components/admin/areas.ts'
import { GoLink } from '#components/admin/go-link.tsx'

type AreaLinksProps = { look: 'rail' | 'dock'; needs: number }

export function AreaLinks({ look, needs }: AreaLinksProps) {
  const t = useTranslations('admin')
  const path = usePathname()
  const isHere = (href: string) => (href === '/admin' ? path === href : path.startsWith(href))
  const links = AREAS.map(({ name, href }) => (
    <GoLink
      key={name}
      href={href}
      className={look === 'rail' ? 'a-nav' : undefined}
      aria-current={isHere(href) ? 'page' : undefined}
    >
      <AreaIcon name={name} />
      <span>{t(`area.${name}`)}</span>
      {name === 'today' && needs > 0 ? (
        <b>
          {needs}
          <span className="a-vh"> {t('needsAction')}</span>
        </b>
      ) : null}
    </GoLink>
  ))

  return look === 'dock' ? (
    links
  ) : (
    <ul>
      {links.map((link) => (
        <li key={link.key}>{link}</li>
      ))}
    </ul>
  )
}

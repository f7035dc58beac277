'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { AreaLink } from '#components/ui/admin/area-links.tsx'
import { AreaIcon, moreAreas, navigationAreas } from '#components/ui/admin/areas.tsx'
import { Form } from '#components/ui/admin/form.tsx'
import { POPOVER, usePopover } from '#components/ui/admin/popover.ts'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { signOut } from '#lib/auth/client/admin-session.ts'
import { rename } from '#lib/auth/client/staff.ts'
import { localeName, STAFF_LOCALES } from '#lib/core/i18n/config.ts'
import type { StaffRole } from '#lib/core/rules/caller.ts'

export function AccountMenu({ name, role }: { name: string; role: StaffRole }) {
  const t = useTranslations('admin')
  const path = usePathname()
  const asked = useSearchParams()
  const leaving = useAction({
    send: signOut,
    tell: () => null,
    onDone: () => window.location.assign('/sign-in?left=1'),
    isRead: false,
  })
  // It stands on every page, and would lie over the one that it leads to.
  const { menu, close } = usePopover()
  // What stands at the side of a wide screen is needed here on a phone only.
  const atSide = navigationAreas(role)
  const initials = name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase()

  return (
    <details ref={menu} className="a-account relative">
      <summary className="inline-flex min-h-(--a-ctl) cursor-pointer items-center gap-2">
        <span className="sr-only">{t('account.label')}</span>
        <span
          className="inline-grid size-6.5 flex-none place-items-center rounded-full bg-[color-mix(in_oklab,var(--ink)_11%,var(--card))] font-text text-[0.6875rem]/[1] font-semibold normal-nums"
          aria-hidden="true"
        >
          {initials}
        </span>
        <span className="narrow:hidden">{name}</span>
      </summary>
      <div className={`${POPOVER} gap-2.5 p-3.5`}>
        <p>
          <b>{name}</b>
          <span className="a-sub">{t(`role.${role}`)}</span>
        </p>
        <nav aria-label={t('account.label')}>
          <ul>
            {moreAreas(role).map((area) => (
              <li
                key={area.name}
                className={atSide.some(({ name }) => name === area.name) ? 'hidden phone:block' : undefined}
              >
                <AreaLink href={area.href} onNavigate={close} aria-current={path === area.href ? 'page' : undefined}>
                  <AreaIcon name={area.name} />
                  <span>{t(`area.${area.name}`)}</span>
                </AreaLink>
              </li>
            ))}
          </ul>
        </nav>
        <nav className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5" aria-label={t('label.language')}>
          {STAFF_LOCALES.map((locale) => (
            <a
              key={locale}
              className="a-link"
              href={`?${new URLSearchParams([...asked, ['lang', locale]])}`}
              lang={locale}
            >
              {localeName(locale)}
            </a>
          ))}
        </nav>
        <Button onClick={() => leaving.run()} aria-disabled={leaving.isSending || undefined}>
          {t('account.signOut')}
        </Button>
        <p className="a-meta" role="status">
          {leaving.message ? t('account.failed') : t('account.signOutHint')}
        </p>
      </div>
    </details>
  )
}

/** The own name, as colleagues see it. */
export function NameForm({ name }: { name: string }) {
  const t = useTranslations('admin-staff.profile')
  const tLabel = useTranslations('admin.label')
  const save = useAction({
    send: (values: { name: string }) => rename(values.name),
    roomTexts: t,
    tell: () => t('saved'),
  })

  return (
    <Form
      className="grid gap-3 p-3.5"
      action={save}
      fields={[
        {
          kind: 'text',
          name: 'name',
          label: tLabel('name'),
          hint: t('nameHint'),
          wrong: t('failed.name'),
          defaultValue: name,
          autoComplete: 'name',
          maxLength: 80,
        },
      ]}
      press={t('saveName')}
      tone="outline"
      isKept
    />
  )
}

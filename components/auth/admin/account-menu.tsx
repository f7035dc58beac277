'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { AreaIcon, moreAreas, railAreas } from '#components/ui/admin/areas.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { signOut } from '#lib/auth/client/admin-session.ts'
import { rename } from '#lib/auth/client/staff.ts'
import { toFailure } from '#lib/core/client/ask.ts'
import type { StaffRole } from '#lib/core/rules/caller.ts'

type AccountMenuProps = { name: string; role: StaffRole }

export function AccountMenu({ name, role }: AccountMenuProps) {
  const t = useTranslations('admin')
  const path = usePathname()
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')
  // What stands at the side of a wide screen is needed here on a phone only.
  const atSide = railAreas(role)
  const initials = name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase()

  async function leave() {
    setState('sending')
    try {
      await signOut()
      window.location.assign('/sign-in?left=1')
    } catch {
      setState('failed')
    }
  }

  return (
    <details className="a-account">
      <summary className="a-who">
        <span className="a-vh">{t('account.label')}</span>
        <span className="a-av" aria-hidden="true">
          {initials}
        </span>
        <span className="a-hide-m">{name}</span>
      </summary>
      <div>
        <p>
          <b>{name}</b>
          <span className="a-sub">{t(`role.${role}`)}</span>
        </p>
        <nav aria-label={t('account.label')}>
          <ul className="a-more">
            {moreAreas(role).map((area) => (
              <li key={area.name} className={atSide.some(({ name }) => name === area.name) ? 'a-only-s' : undefined}>
                <GoLink className="a-nav" href={area.href} aria-current={path === area.href ? 'page' : undefined}>
                  <AreaIcon name={area.name} />
                  <span>{t(`area.${area.name}`)}</span>
                </GoLink>
              </li>
            ))}
          </ul>
        </nav>
        <nav className="a-row" aria-label={t('account.language')}>
          {(['en', 'de', 'ar'] as const).map((locale) => (
            <a key={locale} className="a-link" href={`?lang=${locale}`} lang={locale}>
              {{ en: 'English', de: 'Deutsch', ar: 'العربية' }[locale]}
            </a>
          ))}
        </nav>
        <Button onClick={leave} disabled={state === 'sending'}>
          {t('account.signOut')}
        </Button>
        <p className="a-meta" role="status">
          {state === 'failed' ? t('account.failed') : t('account.signOutHint')}
        </p>
      </div>
    </details>
  )
}

type State = 'idle' | 'sending' | 'saved' | 'name' | 'unauthenticated' | 'offline' | 'internal'

/** The own name, as colleagues see it. */
export function NameForm({ name }: { name: string }) {
  const t = useTranslations('admin-staff.profile')
  const router = useRouter()
  const [state, setState] = useState<State>('idle')
  const isBad = state !== 'idle' && state !== 'sending' && state !== 'saved'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = String(new FormData(event.currentTarget).get('own-name'))
    setState('sending')
    try {
      await rename(wanted)
      setState('saved')
      router.refresh()
    } catch (error) {
      const { code } = toFailure(error)
      setState(code === 'bad_input' ? 'name' : code === 'offline' || code === 'unauthenticated' ? code : 'internal')
    }
  }

  return (
    <form className="a-pb a-pb-stack" onSubmit={submit}>
      <TextField
        id="own-name"
        name="own-name"
        label={t('name')}
        hint={t('nameHint')}
        error={isBad ? t(`failed.${state}`) : null}
        defaultValue={name}
        autoComplete="name"
        maxLength={80}
        required
      />
      <p className="a-row">
        <Button type="submit" disabled={state === 'sending'}>
          {t('saveName')}
        </Button>
        <span role="status" className="a-meta">
          {state === 'saved' ? t('saved') : ''}
        </span>
      </p>
    </form>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { CompanyFields, readCompany } from '#components/finance/company-fields.tsx'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { Field, TextField } from '#components/ui/field.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { useSending } from '#components/ui/use-sending.ts'
import { type Locale, localeName } from '#lib/core/i18n/config.ts'
import { saveProfile } from '#lib/customers/client/account.ts'
import { PROFILE_LENGTHS, type Profile } from '#lib/customers/rules/own-account.ts'

type ProfileFormProps = { profile: Profile; zones: string[]; languages: readonly Locale[] }

/** The profile of a customer. All of it is optional but the language of mails. */
export function ProfileForm({ profile, zones, languages }: ProfileFormProps) {
  const t = useTranslations('account.profile')
  const tAccount = useTranslations('account')
  const { refresh } = useRefresh()
  const { run, isSending, isDone, failure, clear } = useSending(saveProfile, refresh)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void run(read(new FormData(event.currentTarget)))
  }

  return (
    <form method="post" onSubmit={submit} onChange={isDone ? clear : undefined}>
      <div className="panels">
        <Panel className="stack" aria-labelledby="about">
          <h2 id="about">{t('about')}</h2>
          <TextField
            id="name"
            name="name"
            label={t('name')}
            hint={t('nameHint')}
            defaultValue={profile.name}
            autoComplete="name"
            maxLength={PROFILE_LENGTHS.name}
          />
          <Field id="locale" label={t('locale')}>
            <select id="locale" name="locale" className="input" defaultValue={profile.locale}>
              {languages.map((locale) => (
                <option key={locale} value={locale} lang={locale}>
                  {localeName(locale)}
                </option>
              ))}
            </select>
          </Field>
          <ChoiceField
            name="home-zone"
            label={t('zone')}
            hint={t('zoneHint')}
            defaultValue={profile.homeZone ?? ''}
            any={t('zoneOfBrowser')}
            options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')])}
          />
        </Panel>
        <Panel className="stack" aria-labelledby="company-title">
          <h2 id="company-title">{t('companyTitle')}</h2>
          <p className="soft">{t('companyText')}</p>
          <CompanyFields
            known={profile}
            labels={{
              company: t('company'),
              address: t('address'),
              addressHint: t('addressHint'),
              taxNumber: t('taxNumber'),
            }}
          />
        </Panel>
      </div>
      <p className="actions">
        <OnlineButton type="submit" tone="primary" disabled={isSending}>
          {t('save')}
        </OnlineButton>
        <span className="small soft" role="status">
          {isDone ? t('saved') : failure ? (failure.code === 'offline' ? t('offline') : tAccount('failed')) : null}
        </span>
      </p>
    </form>
  )
}

function read(fields: FormData): Profile {
  const text = (name: string) => String(fields.get(name) ?? '').trim()

  return {
    name: text('name'),
    locale: text('locale'),
    homeZone: text('home-zone') || null,
    ...readCompany(fields),
  }
}

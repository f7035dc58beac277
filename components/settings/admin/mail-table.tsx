'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSave } from '#components/settings/admin/use-save.ts'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'

import { type Locale, toLocale } from '#lib/core/i18n/config.ts'
import type { MailKind } from '#lib/mail/rules/mail-kinds.ts'
import { sendTestMail } from '#lib/settings/client/settings.ts'

type MailTableProps = { kinds: readonly MailKind[]; languages: { value: Locale; label: string }[]; to: string }

/** Every mail that the shop sends: look at it with made-up contents, or have it sent to oneself. */
export function MailTable({ kinds, languages, to }: MailTableProps) {
  const t = useTranslations('admin-settings.mails')
  const admin = useTranslations('admin')
  const [locale, setLocale] = useState(languages[0]?.value ?? 'en')
  const [sent, setSent] = useState<string | null>(null)
  const { state, problem, save } = useSave()

  async function send(kind: MailKind) {
    setSent(null)
    if (await save(() => sendTestMail({ kind, locale }))) setSent(kind)
  }

  return (
    <>
      <div className="a-pb a-pb-stack a-set-form">
        <Field id="mail-language" label={t('language')}>
          <select
            id="mail-language"
            className="input"
            value={locale}
            onChange={({ target }) => setLocale(toLocale(target.value))}
          >
            {languages.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <p className="a-meta" role="status">
          {problem ? t('notSent') : sent ? t('sent', { mail: knownWords(admin, 'mail', sent), to }) : t('sampleHint')}
        </p>
      </div>
      <ul className="a-list">
        {kinds.map((kind) => (
          <li key={kind}>
            <span>{knownWords(admin, 'mail', kind)}</span>
            <span className="a-row">
              {(['html', 'text'] as const).map((form) => (
                <a
                  key={form}
                  className="a-link"
                  href={`/api/admin/settings/mails/${kind}?lang=${locale}&form=${form}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  {t(form)}
                </a>
              ))}
              <Button size="small" disabled={state === 'sending'} onClick={() => void send(kind)}>
                {t('send')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

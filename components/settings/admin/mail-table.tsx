'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { SplitRows } from '#components/ui/admin/panel.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { type Locale, toLocale } from '#lib/core/i18n/config.ts'
import type { MailKind } from '#lib/mail/rules/mail-kinds.ts'
import { sendTestMail } from '#lib/settings/client/settings.ts'

type MailTableProps = { kinds: readonly MailKind[]; languages: { value: Locale; label: string }[]; to: string }

/** Every mail that the shop sends: look at it with made-up contents, or have it sent to oneself. */
export function MailTable({ kinds, languages, to }: MailTableProps) {
  const t = useTranslations('admin-settings.mails')
  const admin = useTranslations('admin')
  const [locale, setLocale] = useState(languages[0]?.value ?? 'en')
  const mail = useAction({
    send: (kind: MailKind) => sendTestMail({ kind, locale }),
    tell: (_, kind) => t('sent', { mail: knownLabel(admin, 'mail', kind), to }),
    isRead: false,
  })

  return (
    <>
      <div className="grid max-w-160 gap-3 p-3.5 [&_.btn]:justify-self-start">
        <ChoiceField
          id="mail-language"
          label={admin('label.language')}
          value={locale}
          options={languages.map(({ value, label }) => [value, label])}
          onChange={({ target }) => setLocale(toLocale(target.value))}
        />
        <p className="a-meta" role="status">
          {mail.message?.text ?? t('sampleHint')}
        </p>
      </div>
      <SplitRows>
        {kinds.map((kind) => (
          <li key={kind}>
            <span>{knownLabel(admin, 'mail', kind)}</span>
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
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
              <Button size="small" aria-disabled={mail.isSending || undefined} onClick={() => mail.run(kind)}>
                {t('send')}
              </Button>
            </span>
          </li>
        ))}
      </SplitRows>
    </>
  )
}

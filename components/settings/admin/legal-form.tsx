'use client'

import { useTranslations } from 'next-intl'
import { EditForm, useFieldEdits } from '#components/ui/admin/edit-form.tsx'
import { AreaField } from '#components/ui/field.tsx'
import { publishLegal } from '#lib/settings/client/settings.ts'
import { type LegalPage, MAX_LEGAL_TEXT } from '#lib/settings/rules/legal-pages.ts'

type LegalFormProps = { page: LegalPage; locale: string; version: number; body: string }

const KEY = 'body'

/** The text of a legal page in one language. Publishing makes a new version; the earlier ones stay. */
export function LegalForm({ page, locale, version, body }: LegalFormProps) {
  const t = useTranslations('admin-settings.legal')
  const tLabel = useTranslations('admin.label')
  const edits = useFieldEdits({ [KEY]: body }, (_, typed: string) => typed.trim())
  const text = edits.typed(KEY) ?? body

  return (
    <EditForm
      edits={edits}
      save={() => publishLegal({ page, locale, body: text, seen: version })}
      nameOf={() => tLabel('text')}
      say={(stored, _, whose) =>
        whose === 'mine' ? (
          t('typed')
        ) : (
          <textarea
            className="input"
            rows={8}
            readOnly
            lang={locale}
            dir="auto"
            aria-label={t('stored')}
            value={stored}
          />
        )
      }
      isReady={text.trim() !== ''}
      press={t('publish', { version: String(version + 1) })}
    >
      <AreaField
        id="legal-text"
        label={tLabel('text')}
        hint={t('hint')}
        className="min-h-88 font-text text-[0.875rem]/[1.55] font-normal normal-nums"
        rows={18}
        maxLength={MAX_LEGAL_TEXT}
        lang={locale}
        dir="auto"
        value={text}
        onChange={({ target }) => edits.type(KEY, target.value)}
      />
    </EditForm>
  )
}

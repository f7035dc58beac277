'use client'

import { useTranslations } from 'next-intl'
import { ActionButton } from '#components/ui/admin/action-dialog.tsx'
import { DataTable } from '#components/ui/admin/list-table.tsx'
import { Mark } from '#components/ui/admin/panel.tsx'
import { localeName } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { removeLanguageTexts } from '#lib/settings/client/settings.ts'
import type { LanguageView } from '#lib/settings/queries/language-texts.ts'

const TONES = { shown: 'ok', preview: 'wait', off: 'plain' } as const

/** Every language with how much it says, its files for translators, and the way to its pages. */
export function LanguageTable({ languages }: { languages: LanguageView[] }) {
  const t = useTranslations('admin-settings.languages')
  const tLabel = useTranslations('admin.label')

  return (
    <DataTable
      label={tLabel('languages')}
      heads={[tLabel('language'), tLabel('state'), t('complete'), t('own'), t('files')]}
    >
      {languages.map(({ locale, isShipped, state, version, own, parts }) => {
        const name = localeName(locale)
        const total = parts.reduce((sum, part) => sum + part.total, 0)
        const done = parts.reduce((sum, part) => sum + part.done, 0)
        const lacking = parts.filter((part) => part.done < part.total)
        const fileOf = (form: 'xliff' | 'json', part: 'all' | 'missing') =>
          `/api/admin/settings/languages/${locale}?form=${form}&part=${part}`

        return (
          <tr key={locale}>
            <th scope="row">
              <bdi lang={locale}>{name}</bdi> <span className="a-sub">{locale}</span>
            </th>
            <td>
              <Mark tone={TONES[state]}>{t(state)}</Mark>
              {state === 'off' ? null : (
                <a className="a-link a-sub" href={localePath(locale, '/')} target="_blank" rel="noreferrer">
                  {t('look')}
                </a>
              )}
            </td>
            <td>
              {t('parts', { done, total })}
              {lacking.length > 0 ? (
                <details>
                  <summary className="a-link">{t('lacking')}</summary>
                  <ul>
                    {lacking.map((part) => (
                      <li key={part.name}>
                        <bdi>{part.name}</bdi>: {t('parts', part)}
                      </li>
                    ))}
                  </ul>
                </details>
              ) : null}
            </td>
            <td>
              {own}{' '}
              {version > 0 ? (
                <ActionButton
                  variant="small"
                  tone="danger"
                  title={t('remove.title', { name })}
                  effect={t(isShipped ? 'remove.shipped' : 'remove.added', { count: own })}
                  press={t('remove.press')}
                  name={t('remove.title', { name })}
                  roomTexts={t}
                  send={() => removeLanguageTexts(locale, version)}
                />
              ) : null}
            </td>
            <td>
              <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
                <a className="a-link" href={fileOf('xliff', 'all')} aria-label={t('fileOf', { form: 'XLIFF', name })}>
                  XLIFF
                </a>
                <a className="a-link" href={fileOf('json', 'all')} aria-label={t('fileOf', { form: 'JSON', name })}>
                  JSON
                </a>
                {done < total ? (
                  <a className="a-link" href={fileOf('xliff', 'missing')}>
                    {t('missing')}
                  </a>
                ) : null}
              </span>
            </td>
          </tr>
        )
      })}
    </DataTable>
  )
}

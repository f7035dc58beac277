'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ActionButton } from '#components/ui/admin/action-dialog.tsx'
import { ActionMessage, Form } from '#components/ui/admin/form.tsx'
import { DataTable } from '#components/ui/admin/list-table.tsx'
import { Mark, SplitRows } from '#components/ui/admin/panel.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { call } from '#lib/core/client/request.ts'
import { type Locale, localeName } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { importLanguage, type LanguageReport, removeLanguageTexts } from '#lib/settings/client/settings.ts'
import type { LanguageView } from '#lib/settings/queries/texts.ts'
import { LANGUAGE_FILE_BYTES } from '#lib/settings/rules/uploads.ts'
import type { addLanguageCall } from '#lib/settings/schema.ts'

/** What was found in a file, with the version of the texts that it was compared with. */
type Checked = { report: LanguageReport; file: string; locale: Locale; seen: number }

/** Takes the texts of a file: it is checked first, and what it would change is said before it is taken. */
export function ImportForm({ languages }: { languages: LanguageView[] }) {
  const t = useTranslations('admin-settings.languages')
  const tLabel = useTranslations('admin.label')
  const [locale, setLocale] = useState<Locale>(languages.at(-1)?.locale ?? 'en')
  const [file, setFile] = useState<string | null>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const [answered, setAnswered] = useState<Checked | null>(null)
  const seen = languages.find((language) => language.locale === locale)?.version ?? 0
  const checking = useAction({
    send: async (text: string) =>
      setAnswered({
        report: await importLanguage(locale, { file: text, seen, isTrial: true }),
        file: text,
        locale,
        seen,
      }),
    roomTexts: t,
    tell: () => null,
    isRead: false,
  })
  const taking = useAction({
    // The page reads on behind the report: what is taken is what was checked.
    send: (checked: Checked) => importLanguage(locale, { file: checked.file, seen: checked.seen, isTrial: false }),
    roomTexts: t,
    tell: ({ changed }) => t('import.taken', { count: changed, name: localeName(locale) }),
    onDone: () => setAnswered(null),
  })
  // What was found in one file says nothing of another one, nor in another language.
  const checked = answered?.file === file && answered.locale === locale ? answered : null
  const isOutdated = checked !== null && checked.seen !== seen && !taking.isSending

  function forget() {
    setAnswered(null)
    checking.clear()
    taking.clear()
  }

  async function check() {
    if (file !== null) await checking.run(file)

    return file !== null
  }

  return (
    <>
      <Form
        action={{ ...checking, run: check }}
        className="grid max-w-160 gap-3 p-3.5 [&_.btn]:justify-self-start"
        press={t('import.check')}
        isReady={file !== null}
        isKept
      >
        <ChoiceField
          id="import-language"
          label={tLabel('language')}
          value={locale}
          options={languages.map(({ locale: value }) => [value, localeName(value)])}
          onChange={({ target }) => {
            setLocale(target.value)
            forget()
          }}
        />
        <TextField
          id="import-file"
          type="file"
          accept=".xlf,.xliff,.json"
          label={t('import.file')}
          hint={t('import.hint')}
          error={isTooLarge ? t('failed.too_large') : null}
          onChange={async ({ target }) => {
            forget()
            const [chosen] = target.files ?? []
            const isLarge = chosen !== undefined && chosen.size > LANGUAGE_FILE_BYTES
            setTooLarge(isLarge)
            setFile(null)
            if (!chosen || isLarge) return
            const text = await chosen.text()
            // A large file is read while another one is chosen already.
            if (target.files?.[0] === chosen) setFile(text)
          }}
        />
      </Form>
      {isOutdated ? (
        <div className="p-3.5">
          <Notice tone="wait" role="alert">
            {t('import.overtaken')}
          </Notice>
        </div>
      ) : null}
      {checked && !isOutdated ? (
        <div className="grid gap-3 p-3.5" role="status">
          <p>{t('import.report', { count: checked.report.changed, same: checked.report.same })}</p>
          <NamedTexts
            lead={t('import.refused', { count: checked.report.refusedCount })}
            texts={checked.report.refused}
            of={checked.report.refusedCount}
          />
          <NamedTexts
            lead={t('import.warned', { count: checked.report.warnedCount })}
            texts={checked.report.warned}
            of={checked.report.warnedCount}
          />
          {checked.report.changed > 0 ? (
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
              <Button tone="ink" aria-disabled={taking.isSending || undefined} onClick={() => taking.run(checked)}>
                {t('import.take', { count: checked.report.changed })}
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
      <div className={taking.message ? 'p-3.5' : undefined}>
        <ActionMessage message={taking.message} variant="line" />
      </div>
    </>
  )
}

type NamedTextsProps = {
  lead: string
  texts: (LanguageReport['refused'] | LanguageReport['warned'])[number][]
  of: number
}

/** Texts of a file, each with what is to be said of it; `of` counts those that are not named as well. */
function NamedTexts({ lead, texts, of }: NamedTextsProps) {
  const t = useTranslations('admin-settings.languages')
  const tLabel = useTranslations('admin.label')
  if (of === 0) return null

  return (
    <>
      <p>{lead}</p>
      <SplitRows>
        {texts.map(({ key, kind, details }) => (
          <li key={key}>
            <span>
              <code>{key}</code> <span className="a-sub">{t(`reason.${kind}`, { details: details.join(', ') })}</span>
            </span>
          </li>
        ))}
      </SplitRows>
      {texts.length < of ? <p className="a-meta">{tLabel('andMore', { count: of - texts.length })}</p> : null}
    </>
  )
}

/** Adds a language that did not come with the store. */
export function AddForm({ options }: { options: readonly (readonly [locale: string, name: string])[] }) {
  const t = useTranslations('admin-settings.languages')
  const tLabel = useTranslations('admin.label')
  const [locale, setLocale] = useState('')
  const adding = useAction({
    send: () => call<typeof addLanguageCall>('POST /api/admin/settings/languages', { body: { locale } }),
    roomTexts: t,
    tell: () => t('add.done', { name: localeName(locale) }),
    onDone: () => setLocale(''),
  })

  return (
    <Form
      action={{ ...adding, run: () => adding.run() }}
      className="grid max-w-160 gap-3 p-3.5 [&_.btn]:justify-self-start"
      press={t('add.press')}
      isReady={locale !== ''}
      isKept
    >
      <ChoiceField
        id="add-language"
        label={tLabel('language')}
        hint={t('add.hint')}
        any={t('add.any')}
        value={locale}
        options={options}
        onChange={({ target }) => setLocale(target.value)}
      />
    </Form>
  )
}

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

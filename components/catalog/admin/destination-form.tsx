'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { EditForm, useFieldEdits, useSaving } from '#components/ui/admin/edit-form.tsx'
import { Form } from '#components/ui/admin/form.tsx'
import { failureText } from '#components/ui/admin/known-label.ts'
import { useAction } from '#components/ui/admin/use-action.ts'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { AreaField, CheckField, TextField } from '#components/ui/field.tsx'
import type { setRefundabilityRuleCall } from '#lib/cancellations/schema.ts'
import { type OwnDestination, saveDestination } from '#lib/catalog/client/catalog.ts'
import { REFUNDABILITY_ANSWERS, type RefundabilityAnswer } from '#lib/catalog/rules/admin-destination.ts'
import {
  type OwnTexts,
  PAGE_TEXT_LENGTHS,
  type PageTextKind,
  type PageValues,
  PLACEHOLDERS,
  pageTextLength,
  pageTextProblem,
  strangePlaceholder,
} from '#lib/catalog/rules/page-text.ts'
import { call } from '#lib/core/client/request.ts'
import { DEFAULT_LOCALE } from '#lib/core/i18n/config.ts'
import { MOST_SLUG_CHARACTERS, slugProblem } from '#lib/core/rules/slug.ts'
import { mapCountry } from '#lib/orders/client/admin.ts'

/** What the page of a destination tells search engines in a language, with the words that hold where nobody wrote any. */
export type PageTextLanguage = { locale: string; usual: Record<PageTextKind, string> | null; values: PageValues }

/** The placeholders as they are typed, for sentences that explain them. */
export const TYPED_PLACEHOLDERS = Object.fromEntries(PLACEHOLDERS.map((name) => [name, `{${name}}`]))

type PageTextFieldsProps = {
  language: PageTextLanguage
  labelOf: (key: string) => string
  text: (key: string) => string
  onType: (key: string, typed: string) => void
}

/** The title and the description of one language, each with its length as it is typed. */
export function PageTextFields({ language: { locale, usual, values }, labelOf, text, onType }: PageTextFieldsProps) {
  const t = useTranslations('admin-catalogue.own')

  return (Object.keys(PAGE_TEXT_LENGTHS) as PageTextKind[]).map((kind) => {
    const id = `${kind}-${locale}`
    const value = text(id)
    const { shown, max } = PAGE_TEXT_LENGTHS[kind]
    const length = value.trim() === '' ? 0 : pageTextLength(value, values)
    const problem = pageTextProblem(kind, value, values)
    const part = strangePlaceholder(value) ?? ''
    const error =
      problem && t(`failed.${problem}`, { most: max, part, names: Object.values(TYPED_PLACEHOLDERS).join(' ') })
    const hint = <span data-over={length > shown}>{t('pageLength', { n: length, shown })}</span>
    const field = { id, label: labelOf(id), error, value, dir: 'auto', placeholder: usual?.[kind] }
    const type = ({ target }: { target: { value: string } }) => onType(id, target.value)

    if (kind === 'pageTitle') return <TextField key={kind} {...field} hint={hint} onChange={type} />

    return <AreaField key={kind} {...field} hint={hint} rows={3} onChange={type} />
  })
}

type DestinationFormProps = {
  id: number
  own: OwnDestination
  /** `proposal` is what it is called in a language without words of the store. */
  languages: (PageTextLanguage & { name: string; proposal: string })[]
}

type Said = string | boolean

const PAGE_TEXTS = ['pageTitle', 'pageDescription'] as const
const OWN_TEXTS = ['name', 'text', ...PAGE_TEXTS] as const

/** What the store itself says of a destination. A pass over the catalogue touches none of it. */
export function DestinationForm({ id, own, languages }: DestinationFormProps) {
  const t = useTranslations('admin-catalogue')
  const tSettings = useTranslations('admin-settings')
  const tLabel = useTranslations('admin.label')
  const tAction = useTranslations('action')
  const [isRankWrong, setRankWrong] = useState(false)
  const saving = useSaving()
  const stored = fieldsOf(own, languages)
  const edits = useFieldEdits<Said, Said>(stored, (_, typed) => (typeof typed === 'string' ? typed.trim() : typed))
  const shown = (key: string) => edits.typed(key) ?? stored[key] ?? ''
  const text = (key: string) => String(shown(key))

  const usualSlug = slugIn(own, DEFAULT_LOCALE) ?? ''

  /** What is wrong with an address as it is typed, or was with the one that was sent. */
  function slugError(locale: string): string | null {
    const typed = text(`slug-${locale}`).trim()
    const problem = typed === '' && locale !== DEFAULT_LOCALE ? null : slugProblem(typed)
    if (problem) return tAction(`failed.${problem}`)
    const fields = saving.failure?.details.fields

    return saving.failure && Array.isArray(fields) && fields.includes(`slug-${locale}`)
      ? failureText([tAction], saving.failure)
      : null
  }

  const rank = text('rank').trim() === '' ? Number.NaN : Number(text('rank'))

  function check(): string | null {
    const isWrong = !Number.isInteger(rank) || rank < 0 || rank > 100_000
    setRankWrong(isWrong)
    const refused = languages
      .flatMap((language) => PAGE_TEXTS.map((kind) => ({ kind, language, key: `${kind}-${language.locale}` })))
      .find(({ kind, language, key }) => pageTextProblem(kind, text(key), valuesIn(language)) !== null)

    const misplaced = languages.find(({ locale }) => {
      const typed = text(`slug-${locale}`).trim()

      return (typed !== '' || locale === DEFAULT_LOCALE) && slugProblem(typed) !== null
    })

    return isWrong ? 'rank' : (refused?.key ?? (misplaced ? `slug-${misplaced.locale}` : null))
  }

  function save() {
    const textOf = (key: string) => text(key).trim() || null
    const wanted = {
      isHidden: shown('isHidden') === true,
      isFeatured: shown('isFeatured') === true,
      rank,
      texts: languages.map(({ locale }) => ({
        locale,
        ...{ name: textOf(`name-${locale}`), text: textOf(`text-${locale}`) },
        ...{ pageTitle: textOf(`pageTitle-${locale}`), pageDescription: textOf(`pageDescription-${locale}`) },
      })),
      addresses: languages.map(({ locale }) => ({ locale, slug: textOf(`slug-${locale}`) })),
    }

    return saveDestination(id, wanted, seenOf(own, languages))
  }

  function nameOf(key: string): string {
    if (key === 'rank') return t('own.rank')
    if (key === 'isHidden') return t('own.hidden')
    if (key === 'isFeatured') return t('own.featured')
    const [field = 'name', locale] = key.split('-')
    const language = languages.find((one) => one.locale === locale)?.name ?? ''

    return t(`own.${field as keyof Omit<OwnTexts, 'locale'> | 'slug'}`, { language })
  }

  /** What placeholders stand for in a language, with the name as it is typed now. */
  function valuesIn({ locale, proposal, values }: Languages[number]) {
    return { ...values, destination: text(`name-${locale}`).trim() || proposal }
  }

  const say = (value: Said) =>
    typeof value === 'string' ? value || tLabel('nothing') : tSettings(`capability.option.${value ? 'yes' : 'no'}`)

  return (
    <EditForm {...{ edits, check, save, saving, nameOf, say }}>
      <p className="a-meta">{t('own.pageHint', TYPED_PLACEHOLDERS)}</p>
      {languages.map(({ locale, proposal, usual, ...rest }) => (
        <div
          key={locale}
          className="grid grid-cols-[minmax(0,16rem)_minmax(0,1fr)] items-start gap-x-3 gap-y-2 border-b border-hair pb-3 phone:grid-cols-1 [&_[data-over=true]]:text-amber-text [&_textarea]:w-full [&_textarea]:resize-y"
          lang={locale}
        >
          <TextField
            id={`name-${locale}`}
            label={nameOf(`name-${locale}`)}
            value={text(`name-${locale}`)}
            maxLength={80}
            placeholder={proposal}
            dir="auto"
            onChange={({ target }) => edits.type(`name-${locale}`, target.value)}
          />
          <AreaField
            id={`text-${locale}`}
            label={nameOf(`text-${locale}`)}
            rows={2}
            maxLength={2_000}
            value={text(`text-${locale}`)}
            dir="auto"
            onChange={({ target }) => edits.type(`text-${locale}`, target.value)}
          />
          <PageTextFields
            language={{ locale, usual, values: valuesIn({ locale, proposal, usual, ...rest }) }}
            labelOf={nameOf}
            text={text}
            onType={edits.type}
          />
          <TextField
            id={`slug-${locale}`}
            label={nameOf(`slug-${locale}`)}
            value={text(`slug-${locale}`)}
            maxLength={MOST_SLUG_CHARACTERS}
            placeholder={usualSlug}
            error={slugError(locale)}
            dir="ltr"
            onChange={({ target }) => edits.type(`slug-${locale}`, target.value)}
          />
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <TextField
          id="rank"
          label={t('own.rank')}
          inputMode="numeric"
          value={text('rank')}
          error={isRankWrong ? t('own.failed.rank') : null}
          dir="ltr"
          onChange={({ target }) => edits.type('rank', target.value)}
        />
        {(['isFeatured', 'isHidden'] as const).map((key) => (
          <CheckField
            key={key}
            checked={shown(key) === true}
            onChange={({ target }) => edits.type(key, target.checked)}
          >
            {nameOf(key)}
          </CheckField>
        ))}
      </div>
    </EditForm>
  )
}

type Languages = DestinationFormProps['languages']

function seenOf({ texts, ...own }: OwnDestination, languages: Languages): OwnDestination {
  const shown = texts.filter((one) => languages.some(({ locale }) => locale === one.locale))
  const addresses = languages.map(({ locale }) => ({ locale, slug: slugIn(own, locale) }))
  const { isHidden, isFeatured, rank } = own

  return { isHidden, isFeatured, rank, texts: shown, addresses }
}

function slugIn({ addresses }: Pick<OwnDestination, 'addresses'>, locale: string): string | null {
  return addresses.find((one) => one.locale === locale)?.slug ?? null
}

function fieldsOf({ texts, ...own }: OwnDestination, languages: Languages): Record<string, Said> {
  const textOf = languages.flatMap(({ locale }) => {
    const said = texts.find((one) => one.locale === locale)

    return [
      ...OWN_TEXTS.map((field) => [`${field}-${locale}`, said?.[field] ?? ''] as const),
      [`slug-${locale}`, slugIn(own, locale) ?? ''] as const,
    ]
  })
  const { isHidden, isFeatured, rank } = own

  return { isHidden, isFeatured, rank: String(rank), ...Object.fromEntries(textOf) }
}

const KEY = 'answer'

/** Says what words mean for giving an eSIM back; every plan with exactly the same words follows. */
export function WordingForm({ planIds, answer }: { planIds: string[]; answer: RefundabilityAnswer | null }) {
  const t = useTranslations('admin-catalogue.words')
  const id = useId()
  const edits = useFieldEdits<RefundabilityAnswer | null, RefundabilityAnswer>({ [KEY]: answer }, (_, typed) => typed)
  const typed = edits.typed(KEY)

  return (
    <EditForm
      className="grid gap-3"
      edits={edits}
      save={async ([change]) => {
        if (!change?.value) return
        const body = { planIds, answer: change.value, seen: change.seen }
        await call<typeof setRefundabilityRuleCall>('POST /api/admin/premark-rules', { body })
      }}
      nameOf={() => t('label')}
      say={(one) => t(`answer.${one ?? 'MIXED'}`)}
    >
      <ChoiceField
        id={`${id}-answer`}
        label={t('label')}
        hint={t('lead')}
        any={typed === undefined && answer === null ? t('answer.MIXED') : undefined}
        value={typed ?? answer ?? ''}
        options={REFUNDABILITY_ANSWERS.map((known) => [known, t(`answer.${known}`)])}
        onChange={({ target }) => {
          const chosen = REFUNDABILITY_ANSWERS.find((known) => known === target.value)
          if (chosen) edits.type(KEY, chosen)
        }}
      />
    </EditForm>
  )
}

/** Says which country a name means, by the two letters of ISO 3166. */
export function CountryForm({ name, proposal }: { name: string; proposal: string | null }) {
  const t = useTranslations('admin.countries')
  const map = useAction({
    send: ({ iso2 }: { iso2: string }) => mapCountry(name, iso2.toUpperCase()),
    tell: () => null,
  })

  return (
    <Form
      className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5"
      action={map}
      fields={[
        {
          kind: 'text',
          name: 'iso2',
          'aria-label': t('code', { name }),
          className: 'w-16 uppercase',
          defaultValue: proposal ?? '',
          pattern: '[A-Za-z]{2}',
          maxLength: 2,
          placeholder: 'XX',
        },
      ]}
      press={t('save')}
      tone="outline"
      isKept
    />
  )
}

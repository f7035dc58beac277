'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { EditForm, useFieldEdits } from '#components/ui/admin/edit-form.tsx'
import { AreaField, CheckField, TextField } from '#components/ui/field.tsx'
import type { setRefundabilityRuleCall } from '#lib/cancellations/schema.ts'
import { type OwnDestination, saveDestination } from '#lib/catalog/client/catalog.ts'
import { REFUNDABILITY_ANSWERS, type RefundabilityAnswer } from '#lib/catalog/rules/admin-destination.ts'
import { call } from '#lib/core/client/ask.ts'

type DestinationFormProps = {
  id: number
  own: OwnDestination
  /** `proposal` is what it is called in a language without words of the store. */
  languages: { locale: string; name: string; proposal: string }[]
}

type Said = string | boolean

/** What the store itself says of a destination. A pass over the catalogue touches none of it. */
export function DestinationForm({ id, own, languages }: DestinationFormProps) {
  const t = useTranslations('admin-catalogue')
  const tSettings = useTranslations('admin-settings')
  const [isRankWrong, setRankWrong] = useState(false)
  const stored = fieldsOf(own, languages)
  const edits = useFieldEdits<Said, Said>(stored, (_, typed) => (typeof typed === 'string' ? typed.trim() : typed))
  const shown = (key: string) => edits.typed(key) ?? stored[key] ?? ''
  const text = (key: string) => String(shown(key))

  const rank = text('rank').trim() === '' ? Number.NaN : Number(text('rank'))

  function check(): string | null {
    const isWrong = !Number.isInteger(rank) || rank < 0 || rank > 100_000
    setRankWrong(isWrong)

    return isWrong ? 'rank' : null
  }

  function save() {
    const words = (key: string) => text(key).trim() || null
    const wanted = {
      isHidden: shown('isHidden') === true,
      isFeatured: shown('isFeatured') === true,
      rank,
      texts: languages.map(({ locale }) => ({ locale, name: words(`name-${locale}`), text: words(`text-${locale}`) })),
    }

    return saveDestination(id, wanted, seenOf(own, languages))
  }

  function nameOf(key: string): string {
    if (key === 'rank') return t('own.rank')
    if (key === 'isHidden') return t('own.hidden')
    if (key === 'isFeatured') return t('own.featured')
    const [field, locale] = key.split('-')
    const language = languages.find((one) => one.locale === locale)?.name ?? ''

    return t(field === 'name' ? 'own.name' : 'own.text', { language })
  }

  const say = (value: Said) =>
    typeof value === 'string' ? value || tSettings('none') : tSettings(`capability.option.${value ? 'yes' : 'no'}`)

  return (
    <EditForm {...{ edits, check, save, nameOf, say }}>
      {languages.map(({ locale, proposal }) => (
        <div key={locale} className="a-own" lang={locale}>
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
        </div>
      ))}
      <div className="a-row">
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

function seenOf({ isHidden, isFeatured, rank, texts }: OwnDestination, languages: Languages): OwnDestination {
  const shown = texts.filter((one) => languages.some(({ locale }) => locale === one.locale))

  return { isHidden, isFeatured, rank, texts: shown.map(({ locale, name, text }) => ({ locale, name, text })) }
}

function fieldsOf({ isHidden, isFeatured, rank, texts }: OwnDestination, languages: Languages): Record<string, Said> {
  const words = languages.flatMap(({ locale }) => {
    const { name, text } = texts.find((one) => one.locale === locale) ?? {}

    return [
      [`name-${locale}`, name ?? ''],
      [`text-${locale}`, text ?? ''],
    ] as const
  })

  return { isHidden, isFeatured, rank: String(rank), ...Object.fromEntries(words) }
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
      className="a-pb-stack"
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

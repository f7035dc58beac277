'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { ConflictList, conflictingFields } from '#components/catalog/admin/conflict-list.tsx'
import { SaveRow } from '#components/settings/admin/save-row.tsx'
import { useSave } from '#components/settings/admin/use-save.ts'
import { useFieldEdits } from '#components/ui/admin/use-field-edits.ts'
import { CheckField, Field, TextField } from '#components/ui/field.tsx'
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
  const formId = useId()
  const saving = useSave()
  const [isRankWrong, setRankWrong] = useState(false)
  const stored = fieldsOf(own, languages)
  const edits = useFieldEdits<Said, Said>(stored, (_, typed) => (typeof typed === 'string' ? typed.trim() : typed))
  const shown = (key: string) => edits.typed(key) ?? stored[key] ?? ''
  const text = (key: string) => String(shown(key))

  async function submit(event: FormEvent) {
    event.preventDefault()
    const rank = text('rank').trim() === '' ? Number.NaN : Number(text('rank'))
    const isWrong = !Number.isInteger(rank) || rank < 0 || rank > 100_000
    setRankWrong(isWrong)
    if (isWrong) return
    const words = (key: string) => text(key).trim() || null
    const wanted = {
      isHidden: shown('isHidden') === true,
      isFeatured: shown('isFeatured') === true,
      rank,
      texts: languages.map(({ locale }) => ({ locale, name: words(`name-${locale}`), text: words(`text-${locale}`) })),
    }
    if (await saving.save(() => saveDestination(id, wanted, seenOf(own, languages)))) edits.sent(Object.keys(stored))
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
    <form id={formId} className="a-pb a-pb-stack" noValidate onSubmit={submit}>
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
          <Field id={`text-${locale}`} label={nameOf(`text-${locale}`)}>
            <textarea
              id={`text-${locale}`}
              className="input"
              rows={2}
              maxLength={2_000}
              value={text(`text-${locale}`)}
              dir="auto"
              onChange={({ target }) => edits.type(`text-${locale}`, target.value)}
            />
          </Field>
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
      <ConflictList form={formId} onDecide={edits.decide} fields={conflictingFields(edits.conflicts, nameOf, say)} />
      <SaveRow saving={saving} isChanged={edits.changes.length > 0} isConflict={edits.conflicts.length > 0} />
    </form>
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
  const saving = useSave()
  const edits = useFieldEdits<RefundabilityAnswer | null, RefundabilityAnswer>({ [KEY]: answer }, (_, typed) => typed)
  const typed = edits.typed(KEY)
  const [change] = edits.changes

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!change?.value) return
    const { value, seen } = change
    const body = { planIds, answer: value, seen }
    const save = () => call<typeof setRefundabilityRuleCall>('POST /api/admin/premark-rules', { body })
    if (await saving.save(save)) edits.sent([KEY])
  }

  return (
    <form id={id} className="a-pb-stack" onSubmit={submit}>
      <Field id={`${id}-answer`} label={t('label')} hint={t('lead')}>
        <select
          id={`${id}-answer`}
          className="input"
          aria-describedby={`${id}-answer-hint`}
          value={typed ?? answer ?? ''}
          onChange={({ target }) => {
            const chosen = REFUNDABILITY_ANSWERS.find((known) => known === target.value)
            if (chosen) edits.type(KEY, chosen)
          }}
        >
          {typed === undefined && answer === null ? <option value="">{t('answer.MIXED')}</option> : null}
          {REFUNDABILITY_ANSWERS.map((known) => (
            <option key={known} value={known}>
              {t(`answer.${known}`)}
            </option>
          ))}
        </select>
      </Field>
      <ConflictList
        form={id}
        onDecide={edits.decide}
        fields={conflictingFields(
          edits.conflicts,
          () => t('label'),
          (said) => t(`answer.${said ?? 'MIXED'}`),
        )}
      />
      <SaveRow saving={saving} isChanged={change !== undefined} isConflict={edits.conflicts.length > 0} />
    </form>
  )
}

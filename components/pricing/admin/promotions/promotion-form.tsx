'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { PromotionFields } from '#components/pricing/admin/promotions/promotion-fields.tsx'
import { EditForm, useFieldEdits } from '#components/ui/admin/edit-form.tsx'
import { Form as ActionForm } from '#components/ui/admin/form.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { CheckField } from '#components/ui/field.tsx'
import { useUnsaved } from '#lib/core/client/unsaved.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { isSameValue } from '#lib/core/rules/records.ts'
import { savePromotion } from '#lib/pricing/client/promotions.ts'
import type { PromotionsPage } from '#lib/pricing/queries/admin-promotions.ts'
import {
  type PromotionForm as Form,
  type PromotionProblem,
  parsePromotionForm,
} from '#lib/pricing/rules/promotion-edit.ts'

type PromotionFormProps = Pick<PromotionsPage, 'edited' | 'currency' | 'destinations'> & {
  /** What a new promotion begins with. */
  empty: Form
  /** The address of the list that it was opened from. */
  listHref: string
}

/** A promotion, new or under way. Its code stays what it is once it is made. */
export function PromotionForm({ edited, empty, listHref, ...choices }: PromotionFormProps) {
  return edited ? (
    <EditedPromotion {...{ edited, listHref, ...choices }} />
  ) : (
    <NewPromotion {...{ empty, ...choices }} />
  )
}

function NewPromotion({ currency, destinations, empty }: Omit<PromotionFormProps, 'edited' | 'listHref'>) {
  const t = useTranslations('admin-promotions')
  const tLabel = useTranslations('admin.label')
  const [form, setForm] = useState(empty)
  const [problems, check] = useProblems(form, currency)
  const change = (changes: Partial<Form>) => setForm((current) => ({ ...current, ...changes }))
  const save = useAction({
    send: (sent: Form) => savePromotion(null, sent),
    roomTexts: t,
    // What was typed meanwhile is the next one.
    onDone: (_, sent) => setForm((current) => (current === sent ? empty : current)),
  })
  useUnsaved('new-promotion', !isSameValue({ ...form, from: '' }, { ...empty, from: '' }), tLabel('unsaved'))

  return (
    <ActionForm
      className="grid gap-3 p-3.5"
      action={{ ...save, run: () => save.run(form) }}
      check={check}
      press={t('form.create')}
      message={problems.length > 0 ? { tone: 'bad', text: t('form.check') } : save.message}
      isKept
    >
      <AllFields {...{ form, problems, currency, destinations }} isCodeFixed={false} onChange={change} />
    </ActionForm>
  )
}

type EditedPromotionProps = Omit<PromotionFormProps, 'edited' | 'empty'> & {
  edited: NonNullable<PromotionFormProps['edited']>
}

/** What is compared as one: a number says nothing without its kind. */
type Said = string | boolean | number[] | Pick<Form, 'kind' | 'value'>

/** One that is under way. What a colleague changes meanwhile shows in every field that nobody has typed into here. */
function EditedPromotion({ edited, currency, destinations, listHref }: EditedPromotionProps) {
  const t = useTranslations('admin-promotions')
  const tLabel = useTranslations('admin.label')
  const router = useRouter()
  const stored = fieldsOf(edited.form)
  const edits = useFieldEdits<Said, Said>(stored, (_, typed) => typed)
  const form = formOf(Object.fromEntries(Object.keys(stored).map((key) => [key, edits.typed(key) ?? stored[key]])))
  const [problems, check] = useProblems(form, currency)
  const saving = useAction({ send: (work: () => Promise<unknown>) => work(), roomTexts: t })

  function change(changes: Partial<Form>) {
    for (const [key, value] of Object.entries(fieldsOf({ ...form, ...changes }))) {
      if (!isSameValue(value, fieldsOf(form)[key])) edits.type(key, value)
    }
  }

  function nameOf(key: string): string {
    if (key === 'code' || key === 'from' || key === 'timeZone') return tLabel(key)
    if (key === 'skuIds') return tLabel('destinations')
    if (key === 'planKind') return tLabel('plans')
    if (key === 'discount') return t('form.kind')
    if (key === 'minimum') return t('form.minimum', { currency })
    if (key === 'maySellUnderFloor') return t('form.underFloor')

    return t(`form.${key as 'title' | 'totalLimit' | 'personLimit' | 'until' | 'stacks'}`)
  }

  function say(value: Said, key: string): string {
    if (typeof value === 'boolean') return tLabel(value ? 'yes' : 'no')
    if (Array.isArray(value)) {
      return (
        placesOf(value, destinations)
          .map(({ name }) => name)
          .join(', ') || t('form.everywhere')
      )
    }
    if (typeof value === 'object') return `${value.value} ${value.kind === 'percent' ? '%' : currency}`
    if (key === 'planKind') return t(`form.planKinds.${(value || 'all') as 'all'}`)

    return value.replace('T', ' ') || tLabel('nothing')
  }

  return (
    <EditForm
      {...{ edits, saving, check, nameOf, say }}
      save={() => savePromotion(edited, form)}
      press={t('form.save')}
      onSaved={() => router.push(listHref as Route)}
    >
      <AllFields {...{ form, problems, currency, destinations }} isCodeFixed onChange={change} />
    </EditForm>
  )
}

function fieldsOf({ kind, value, ...form }: Form): Record<string, Said> {
  return { ...form, discount: { kind, value } }
}

function formOf({ discount, ...rest }: Record<string, Said | undefined>): Form {
  return { ...rest, ...(discount as Pick<Form, 'kind' | 'value'>) } as Form
}

/** What is wrong with a form, once that was asked; and how to ask, which tells the first control that is not right. */
function useProblems(form: Form, currency: string): [readonly PromotionProblem[], () => string | null] {
  const [problems, setProblems] = useState<readonly PromotionProblem[]>([])

  function check(): string | null {
    const code = parseCurrency(currency)
    const found = code ? parsePromotionForm(form, code).problems : []
    setProblems(found)

    return found[0] ? `promotion-${found[0]}` : null
  }

  return [problems, check]
}

type AllFieldsProps = Pick<PromotionsPage, 'currency' | 'destinations'> & {
  form: Form
  problems: readonly PromotionProblem[]
  isCodeFixed: boolean
  onChange: (changes: Partial<Form>) => void
}

function AllFields({ form, problems, currency, destinations, isCodeFixed, onChange }: AllFieldsProps) {
  const t = useTranslations('admin-promotions')

  return (
    <>
      <PromotionFields {...{ form, problems, currency, isCodeFixed, onChange }} />
      <PlacePicker destinations={destinations} chosen={form.skuIds} onChange={(skuIds) => onChange({ skuIds })} />
      <CheckField
        id="promotion-stacks"
        checked={form.stacks}
        onChange={(event) => onChange({ stacks: event.target.checked })}
      >
        {t('form.stacks')}
      </CheckField>
      <CheckField
        id="promotion-floor"
        checked={form.maySellUnderFloor}
        onChange={(event) => onChange({ maySellUnderFloor: event.target.checked })}
      >
        {t('form.underFloor')}
      </CheckField>
    </>
  )
}

type Place = { id: number; name: string }
type PlacePickerProps = { destinations: Place[]; chosen: number[]; onChange: (ids: number[]) => void }

/** The destinations that something is kept to, one by one; none of them means all. */
function PlacePicker({ destinations, chosen, onChange }: PlacePickerProps) {
  const t = useTranslations('admin-promotions.form')
  const tLabel = useTranslations('admin.label')
  const places = placesOf(chosen, destinations)

  return (
    <div className="grid gap-3">
      <ChoiceField
        id="promotion-place"
        label={tLabel('destinations')}
        hint={places.length === 0 ? t('everywhere') : null}
        value=""
        any={t('addPlace')}
        options={destinations.filter(({ id }) => !chosen.includes(id)).map(({ id, name }) => [String(id), name])}
        onChange={({ target }) => onChange([...chosen, Number(target.value)])}
      />
      {places.length > 0 ? (
        <ul className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          {places.map(({ id, name }) => (
            <li key={id}>
              <Button
                size="small"
                aria-label={t('dropPlace', { name })}
                onClick={() => onChange(chosen.filter((one) => one !== id))}
              >
                {name} ×
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function placesOf(ids: number[], destinations: Place[]): Place[] {
  return ids.map((id) => destinations.find((place) => place.id === id) ?? { id, name: String(id) })
}

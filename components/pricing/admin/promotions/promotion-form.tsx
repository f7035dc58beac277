'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { PromotionFields } from '#components/pricing/admin/promotions/promotion-fields.tsx'
import { Form as ActionForm } from '#components/ui/admin/form.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { CheckField, Field } from '#components/ui/field.tsx'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { savePromotion } from '#lib/pricing/client/promotions.ts'
import type { PromotionsPage } from '#lib/pricing/rules/admin-pricing.ts'
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
export function PromotionForm({ edited, currency, destinations, empty, listHref }: PromotionFormProps) {
  const t = useTranslations('admin-promotions')
  const router = useRouter()
  const [form, setForm] = useState(edited?.form ?? empty)
  const [problems, setProblems] = useState<readonly PromotionProblem[]>([])
  const change = (changes: Partial<Form>) => setForm((current) => ({ ...current, ...changes }))
  const save = useAction({
    send: () => savePromotion(edited, form),
    roomTexts: t,
    onDone: () => {
      if (edited) router.push(listHref as Route)
      else setForm(empty)
    },
  })

  function check(): string | null {
    const code = parseCurrency(currency)
    const found = code ? parsePromotionForm(form, code).problems : []
    setProblems(found)

    return found[0] ? `promotion-${found[0]}` : null
  }

  return (
    <ActionForm
      className="grid gap-3 p-3.5"
      action={{ ...save, run: () => save.run() }}
      check={check}
      press={t(edited ? 'form.save' : 'form.create')}
      message={problems.length > 0 ? { tone: 'bad', text: t('form.check') } : save.message}
      isKept
    >
      <PromotionFields {...{ form, problems, currency }} isCodeFixed={edited !== null} onChange={change} />
      <PlacePicker destinations={destinations} chosen={form.skuIds} onChange={(skuIds) => change({ skuIds })} />
      <CheckField
        id="promotion-stacks"
        checked={form.stacks}
        onChange={(event) => change({ stacks: event.target.checked })}
      >
        {t('form.stacks')}
      </CheckField>
      <CheckField
        id="promotion-floor"
        checked={form.maySellUnderFloor}
        onChange={(event) => change({ maySellUnderFloor: event.target.checked })}
      >
        {t('form.underFloor')}
      </CheckField>
    </ActionForm>
  )
}

type Place = { id: number; name: string }
type PlacePickerProps = { destinations: Place[]; chosen: number[]; onChange: (ids: number[]) => void }

/** The destinations that something is kept to, one by one; none of them means all. */
function PlacePicker({ destinations, chosen, onChange }: PlacePickerProps) {
  const t = useTranslations('admin-promotions.form')
  const tLabel = useTranslations('admin.label')
  const places = chosen.map((id) => destinations.find((place) => place.id === id) ?? { id, name: String(id) })

  return (
    <div className="grid gap-3">
      <Field id="promotion-place" label={tLabel('destinations')} hint={places.length === 0 ? t('everywhere') : null}>
        <select
          id="promotion-place"
          className="input"
          value=""
          onChange={(event) => onChange([...chosen, Number(event.target.value)])}
        >
          <option value="">{t('addPlace')}</option>
          {destinations
            .filter(({ id }) => !chosen.includes(id))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
      </Field>
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

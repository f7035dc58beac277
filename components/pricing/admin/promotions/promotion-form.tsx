'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { PromotionFields } from '#components/pricing/admin/promotions/promotion-fields.tsx'
import { PROMOTION_REFUSALS } from '#components/pricing/admin/promotions/refusals.ts'
import { useSending } from '#components/ui/admin/use-sending.ts'
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
  const { state, send } = useSending(PROMOTION_REFUSALS)
  const [form, setForm] = useState(edited?.form ?? empty)
  const [problems, setProblems] = useState<readonly PromotionProblem[]>([])
  const change = (changes: Partial<Form>) => setForm((current) => ({ ...current, ...changes }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const code = parseCurrency(currency)
    const found = code ? parsePromotionForm(form, code).problems : []
    setProblems(found)
    const [first] = found
    if (first) return document.getElementById(`promotion-${first}`)?.focus()
    if (!(await send(() => savePromotion(edited, form)))) return
    if (edited) router.push(listHref as Route)
    else setForm(empty)
  }

  return (
    <form className="a-pb a-pb-stack" noValidate onSubmit={submit}>
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
      <p className="a-row">
        <Button type="submit" tone="ink" disabled={state === 'sending'}>
          {t(edited ? 'form.save' : 'form.create')}
        </Button>
        <span role="status" className="a-meta">
          {problems.length > 0 ? t('form.check') : state === 'idle' ? '' : t(`state.${state}`)}
        </span>
      </p>
    </form>
  )
}

type Place = { id: number; name: string }
type PlacePickerProps = { destinations: Place[]; chosen: number[]; onChange: (ids: number[]) => void }

/** The destinations that something is kept to, one by one; none of them means all. */
function PlacePicker({ destinations, chosen, onChange }: PlacePickerProps) {
  const t = useTranslations('admin-promotions.form')
  const places = chosen.map((id) => destinations.find((place) => place.id === id) ?? { id, name: String(id) })

  return (
    <div className="a-pb-stack">
      <Field id="promotion-place" label={t('places')} hint={places.length === 0 ? t('everywhere') : null}>
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
        <ul className="a-row">
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

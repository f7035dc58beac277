import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { hasWords } from '#components/ui/admin/known-words.ts'
import { sumText } from '#components/ui/admin/sum.tsx'
import { Field, TextField } from '#components/ui/field.tsx'
import type { StaffPayment } from '#lib/checkout/rules/staff-order.ts'
import { toFailure } from '#lib/core/client/ask.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

/** Says why something could not be done, by its reason or else by its code. */
export function useProblem(): { text: string; tell: (thrown: unknown) => void; clear: () => void } {
  const t = useTranslations('admin-bulk')
  const [text, setText] = useState('')

  return {
    text,
    tell: (thrown) => {
      const { code, details } = toFailure(thrown)
      const words = [details.reason, code].filter((word) => typeof word === 'string')
      const known = words.find((word) => hasWords(t, 'failed', word)) ?? 'internal'
      setText(t(`failed.${known}` as 'failed.internal'))
    },
    clear: () => setText(''),
  }
}

type Named = Pick<ShopPlan, 'id' | 'amount' | 'term' | 'price'>

type PlanFieldProps = { id: string; plans: Named[]; planId: string; onChange: (planId: string) => void }

/** Which plan is sold. */
export function PlanField({ id, plans, planId, onChange }: PlanFieldProps) {
  const t = useTranslations('admin-bulk.new')
  const planName = usePlanName()

  return (
    <Field id={id} label={t('plan')}>
      <select id={id} className="input" value={planId} onChange={({ target }) => onChange(target.value)}>
        {plans.map((one) => (
          <option key={one.id} value={one.id}>
            {planName(one)}
          </option>
        ))}
      </select>
    </Field>
  )
}

type DaysFieldProps = { id: string; term: ShopPlan['term']; days: number; onChange: (days: number) => void }

/** For how many days, inside the bounds of a day pass. Nothing for a plan whose length is fixed. */
export function DaysField({ id, term, days, onChange }: DaysFieldProps) {
  const t = useTranslations('admin-bulk.new')
  if (term.kind !== 'day_pass') return null

  return (
    <TextField
      id={id}
      type="number"
      label={t('days', { min: term.minDays, max: term.maxDays })}
      min={term.minDays}
      max={term.maxDays}
      required
      value={days}
      onChange={({ target }) => onChange(target.valueAsNumber || 1)}
    />
  )
}

type PayFieldProps = { id: string; payments: StaffPayment[]; pay: StaffPayment; onChange: (pay: StaffPayment) => void }

/** How the customer pays. */
export function PayField({ id, payments, pay, onChange }: PayFieldProps) {
  const t = useTranslations('admin-bulk.new')

  return (
    <Field id={id} label={t('pay')} hint={t(`payHint.${pay}`)}>
      <select
        id={id}
        className="input"
        aria-describedby={`${id}-hint`}
        value={pay}
        onChange={({ target }) => onChange(payments.find((one) => one === target.value) ?? pay)}
      >
        {payments.map((one) => (
          <option key={one} value={one}>
            {t(`payment.${one}`)}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** Says what a plan is and costs, for a list to choose from. */
function usePlanName(): (plan: Named) => string {
  const t = useTranslations('admin-bulk.new')
  const tag = intlTag(toLocale(useLocale()))

  return ({ amount, term, price }) => {
    const data = `${amount.value} ${amount.unit}`
    const sum = `${sumText(price.minor, price.currency, tag)} ${price.currency}`

    return term.kind === 'fixed' ? t('fixed', { data, days: term.days, sum }) : t('dayPass', { data, sum })
  }
}

import { useTranslations } from 'next-intl'
import { sumText } from '#components/ui/admin/money-amount.tsx'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { TextField } from '#components/ui/field.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import type { StaffPayment } from '#lib/checkout/rules/staff-order.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

type Named = Pick<ShopPlan, 'id' | 'amount' | 'term' | 'price'>

type PlanFieldProps = { id: string; plans: Named[]; planId: string; onChange: (planId: string) => void }

/** Which plan is sold. */
export function PlanField({ id, plans, planId, onChange }: PlanFieldProps) {
  const t = useTranslations('admin.label')
  const planName = usePlanName()

  return (
    <ChoiceField
      id={id}
      label={t('plan')}
      value={planId}
      options={plans.map((one) => [one.id, planName(one)])}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** What stands in a field for a number; `null` while it is empty, so that another one can be typed. */
export type TypedNumber = number | null

type NumberFieldProps = {
  id: string
  label: string
  min: number
  max: number
  value: TypedNumber
  /** What is said of a number that is none between them. */
  wrong: string
  onChange: (value: TypedNumber) => void
}

/** Whether a number is a whole one between two bounds. */
export function isBetween(value: TypedNumber, min: number, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max
}

/** Whether a plan takes so many days; one of a fixed length is not asked. */
export function takesDays(term: ShopPlan['term'], days: TypedNumber): boolean {
  return term.kind === 'fixed' || isBetween(days, term.minDays, term.maxDays)
}

/** A whole number inside its bounds. */
export function NumberField({ value, wrong, onChange, ...field }: NumberFieldProps) {
  return (
    <TextField
      {...field}
      type="number"
      error={value === null || isBetween(value, field.min, field.max) ? null : wrong}
      required
      value={value ?? ''}
      onChange={({ target }) => onChange(Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)}
    />
  )
}

type DaysFieldProps = {
  id: string
  term: ShopPlan['term']
  days: TypedNumber
  onChange: (days: TypedNumber) => void
}

/** For how many days, inside the bounds of a day pass. Nothing for a plan whose length is fixed. */
export function DaysField({ id, term, days, onChange }: DaysFieldProps) {
  const t = useTranslations('admin-bulk.new')
  const tBulk = useTranslations('admin-bulk')
  if (term.kind !== 'day_pass') return null

  return (
    <NumberField
      id={id}
      label={t('days', { min: term.minDays, max: term.maxDays })}
      min={term.minDays}
      max={term.maxDays}
      value={days}
      wrong={tBulk('failed.days_out_of_range')}
      onChange={onChange}
    />
  )
}

type PayFieldProps = { id: string; payments: StaffPayment[]; pay: StaffPayment; onChange: (pay: StaffPayment) => void }

/** How the customer pays. */
export function PayField({ id, payments, pay, onChange }: PayFieldProps) {
  const t = useTranslations('admin-bulk.new')

  return (
    <ChoiceField
      id={id}
      label={t('pay')}
      hint={t(`payHint.${pay}`)}
      value={pay}
      options={payments.map((one) => [one, t(`payment.${one}`)])}
      onChange={({ target }) => onChange(payments.find((one) => one === target.value) ?? pay)}
    />
  )
}

/** Says what a plan is and costs, for a list to choose from. */
function usePlanName(): (plan: Named) => string {
  const t = useTranslations('admin-bulk.new')
  const tag = useTag()

  return ({ amount, term, price }) => {
    const data = `${amount.value} ${amount.unit}`
    const sum = `${sumText(price.minor, price.currency, tag)} ${price.currency}`

    return term.kind === 'fixed' ? t('fixed', { data, days: term.days, sum }) : t('dayPass', { data, sum })
  }
}

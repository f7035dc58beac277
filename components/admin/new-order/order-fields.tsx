import { useLocale, useTranslations } from 'next-intl'
import type { OrderChoice } from '#components/admin/new-order/order-choice.ts'
import { sumText } from '#components/admin/sum.tsx'
import { CheckField, Field, TextField } from '#components/ui/field.tsx'
import { type DeskPayment, MOST_AT_ONCE } from '#lib/domain/desk-order.ts'
import type { ShopPlan } from '#lib/domain/shop.ts'
import { LOCALE_NAMES, LOCALES, toLocale } from '#lib/i18n/config.ts'
import { intlTag } from '#lib/i18n/formats.ts'

type OrderFieldsProps = {
  plans: ShopPlan[]
  plan: ShopPlan
  choice: OrderChoice
  payments: DeskPayment[]
  onChange: (part: Partial<OrderChoice>) => void
}

/** Plan, number, days, date, for whom, and how it is paid. */
export function OrderFields({ plans, plan, choice, payments, onChange }: OrderFieldsProps) {
  const t = useTranslations('admin-hands.new')
  const planName = usePlanName()

  return (
    <>
      <div className="a-new-cols">
        <Field id="new-plan" label={t('plan')}>
          <select
            id="new-plan"
            className="input"
            value={plan.id}
            onChange={({ target }) => onChange({ planId: target.value })}
          >
            {plans.map((one) => (
              <option key={one.id} value={one.id}>
                {planName(one)}
              </option>
            ))}
          </select>
        </Field>
        <TextField
          id="new-count"
          type="number"
          label={t('count')}
          min={1}
          max={20}
          required
          value={choice.count}
          onChange={({ target }) => onChange({ count: target.valueAsNumber || 1 })}
        />
        {plan.term.kind === 'day_pass' ? (
          <TextField
            id="new-days"
            type="number"
            label={t('days', { min: plan.term.minDays, max: plan.term.maxDays })}
            min={plan.term.minDays}
            max={plan.term.maxDays}
            required
            value={choice.days}
            onChange={({ target }) => onChange({ days: target.valueAsNumber || 1 })}
          />
        ) : null}
        {plan.needsStartDate ? (
          <TextField
            id="new-start"
            type="date"
            label={t('startDate')}
            required
            value={choice.startDate}
            onChange={({ target }) => onChange({ startDate: target.value })}
          />
        ) : null}
        <Field id="new-language" label={t('language')}>
          <select
            id="new-language"
            className="input"
            value={choice.locale}
            onChange={({ target }) => onChange({ locale: target.value })}
          >
            {LOCALES.map((locale) => (
              <option key={locale} value={locale} lang={locale}>
                {LOCALE_NAMES[locale]}
              </option>
            ))}
          </select>
        </Field>
        <Field id="new-pay" label={t('pay')} hint={t(`payHint.${choice.pay}`)}>
          <select
            id="new-pay"
            className="input"
            aria-describedby="new-pay-hint"
            value={choice.pay}
            onChange={({ target }) => onChange({ pay: payments.find((pay) => pay === target.value) ?? choice.pay })}
          >
            {payments.map((pay) => (
              <option key={pay} value={pay}>
                {t(`payment.${pay}`)}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <Field id="new-buyers" label={t('buyers')} hint={t('buyersHint', { most: MOST_AT_ONCE })}>
        <textarea
          id="new-buyers"
          className="input"
          rows={4}
          dir="ltr"
          required
          spellCheck={false}
          autoComplete="off"
          aria-describedby="new-buyers-hint"
          value={choice.buyers}
          onChange={({ target }) => onChange({ buyers: target.value })}
        />
      </Field>
      <CheckField checked={choice.isInformed} onChange={({ target }) => onChange({ isInformed: target.checked })}>
        {t('informed')}
      </CheckField>
    </>
  )
}

/** Says what a plan is and costs, for a list to choose from. */
export function usePlanName(): (plan: Pick<ShopPlan, 'amount' | 'term' | 'price'>) => string {
  const t = useTranslations('admin-hands.new')
  const tag = intlTag(toLocale(useLocale()))

  return ({ amount, term, price }) => {
    const data = `${amount.value} ${amount.unit}`
    const sum = `${sumText(price.minor, price.currency, tag)} ${price.currency}`

    return term.kind === 'fixed' ? t('fixed', { data, days: term.days, sum }) : t('dayPass', { data, sum })
  }
}

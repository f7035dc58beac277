import { useTranslations } from 'next-intl'
import type { OrderChoice } from '#components/checkout/admin/order-choice.ts'
import { DaysField, PayField, PlanField } from '#components/checkout/admin/sale-fields.tsx'
import { PlanStart } from '#components/orders/admin/plan-start.tsx'
import { CheckField, Field, TextField } from '#components/ui/field.tsx'
import { MOST_AT_ONCE, type StaffPayment } from '#lib/checkout/rules/staff-order.ts'
import { LOCALE_NAMES, LOCALES } from '#lib/core/i18n/config.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

type OrderFieldsProps = {
  plans: ShopPlan[]
  plan: ShopPlan
  choice: OrderChoice
  payments: StaffPayment[]
  onChange: (part: Partial<OrderChoice>) => void
}

/** Plan, number, days, date, for whom, and how it is paid. */
export function OrderFields({ plans, plan, choice, payments, onChange }: OrderFieldsProps) {
  const t = useTranslations('admin-hands.new')

  return (
    <>
      <div className="a-new-cols">
        <PlanField id="new-plan" plans={plans} planId={plan.id} onChange={(planId) => onChange({ planId })} />
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
        <DaysField id="new-days" term={plan.term} days={choice.days} onChange={(days) => onChange({ days })} />
        {plan.needsStartDate ? (
          <TextField
            id="new-start"
            type="date"
            label={t('startDate')}
            hint={choice.startDate === '' ? null : <PlanStart date={choice.startDate} />}
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
        <PayField id="new-pay" payments={payments} pay={choice.pay} onChange={(pay) => onChange({ pay })} />
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
      <CheckField checked={choice.isAgain} onChange={({ target }) => onChange({ isAgain: target.checked })}>
        {t('again')}
      </CheckField>
    </>
  )
}

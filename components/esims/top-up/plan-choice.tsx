'use client'

import { useLocale, useTranslations } from 'next-intl'
import { amountText } from '#components/orders/plan-text.ts'
import { Sum } from '#components/orders/sum.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { TopUpPlan } from '#lib/esims/client/top-ups.ts'

type PlanChoiceProps = {
  plans: TopUpPlan[]
  chosen: string | null
  /** The id of the heading above. */
  labelledBy: string
  onChoose: (plan: TopUpPlan) => void
}

/** The plans that the eSIM takes, one of which is chosen. */
export function PlanChoice({ plans, chosen, labelledBy, onChoose }: PlanChoiceProps) {
  return (
    <fieldset className="methods" aria-labelledby={labelledBy}>
      {plans.map((plan) => (
        <PlanOption key={plan.id} plan={plan} isChosen={plan.id === chosen} onChoose={onChoose} />
      ))}
    </fieldset>
  )
}

type PlanOptionProps = { plan: TopUpPlan; isChosen: boolean; onChoose: (plan: TopUpPlan) => void }

function PlanOption({ plan, isChosen, onChoose }: PlanOptionProps) {
  const t = useTranslations('topup.plans')
  const locale = toLocale(useLocale())
  const amount = amountText(plan.amount, locale)
  const isDaily = plan.term.kind === 'day_pass'

  return (
    <label className="method top-up-plan">
      <input type="radio" name="plan" value={plan.id} checked={isChosen} onChange={() => onChoose(plan)} />
      <span>
        <b>{isDaily ? t('daily', { amount }) : amount}</b>
        <span className="small soft">
          {plan.term.kind === 'fixed'
            ? t('days', { days: plan.term.days })
            : t('bounds', { min: plan.term.minDays, max: plan.term.maxDays })}
        </span>
      </span>
      <span className="top-up-price">
        <Sum of={plan.price} />
        {isDaily ? <span className="small soft">{t('aDay')}</span> : null}
      </span>
    </label>
  )
}

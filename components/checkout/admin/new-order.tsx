'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { CheckedOrder } from '#components/checkout/admin/checked-order.tsx'
import { emptyChoice, type OrderChoice, toInput } from '#components/checkout/admin/order-choice.ts'
import { OrderFields } from '#components/checkout/admin/order-fields.tsx'
import { OrderResults } from '#components/checkout/admin/order-results.tsx'
import { useProblem } from '#components/checkout/admin/use-problem.ts'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { checkOrders } from '#lib/checkout/client/backoffice.ts'
import type { StaffOrderCheck, StaffOrderResult, StaffPayment } from '#lib/checkout/rules/staff-order.ts'
import { randomKey } from '#lib/orders/client/order-key.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

type NewOrderProps = {
  destinations: { slug: string; name: string }[]
  destination: { slug: string; name: string; plans: ShopPlan[] } | null
  payments: StaffPayment[]
  locale: string
}

/** Chosen, checked against the network, made. What was checked is what is made: a change asks for a new check. */
export function NewOrder({ destinations, destination, payments, locale }: NewOrderProps) {
  const t = useTranslations('admin-hands.new')
  const router = useRouter()
  const problem = useProblem()
  const [choice, setChoice] = useState<OrderChoice>(() => emptyChoice({ locale, pay: payments[0] }))
  const [checked, setChecked] = useState<{ check: StaffOrderCheck; onceKey: string } | null>(null)
  const [results, setResults] = useState<StaffOrderResult[] | null>(null)
  const [isAsking, setAsking] = useState(false)
  const plans = destination?.plans ?? []
  const plan = plans.find(({ id }) => id === choice.planId) ?? plans[0]

  function change(part: Partial<OrderChoice>) {
    setChoice({ ...choice, ...part })
    setChecked(null)
    setResults(null)
    problem.clear()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!plan) return
    setAsking(true)
    problem.clear()
    try {
      setChecked({ check: await checkOrders(toInput(choice, plan)), onceKey: randomKey() })
    } catch (thrown) {
      problem.tell(thrown)
    } finally {
      setAsking(false)
    }
  }

  return (
    <div className="a-stack">
      <Panel id="new-what" title={t('what')}>
        <form className="a-pb a-pb-stack" onSubmit={submit}>
          <Field id="new-destination" label={t('destination')}>
            <select
              id="new-destination"
              className="input"
              value={destination?.slug ?? ''}
              onChange={({ target }) => router.replace(`/admin/orders/new?destination=${target.value}` as Route)}
            >
              <option value="">{t('choose')}</option>
              {destinations.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
          {plan ? (
            <OrderFields plans={plans} plan={plan} choice={choice} payments={payments} onChange={change} />
          ) : null}
          {destination && !plan ? <p className="a-meta">{t('noPlans')}</p> : null}
          <div className="a-row">
            <Button type="submit" tone="ink" disabled={isAsking || !plan || !choice.isInformed}>
              {t(isAsking ? 'asking' : 'check')}
            </Button>
            <span role="status" className="a-meta">
              {problem.text}
            </span>
          </div>
        </form>
      </Panel>
      {checked && plan && !results ? (
        <CheckedOrder {...checked} input={toInput(choice, plan)} onMade={setResults} onProblem={problem.tell} />
      ) : null}
      {results ? <OrderResults rows={results} /> : null}
    </div>
  )
}

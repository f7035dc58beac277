'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { DaysField, PayField, PlanField, useProblem } from '#components/checkout/admin/sale-fields.tsx'
import { PlanStart } from '#components/orders/admin/plan-name.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark, Panel } from '#components/ui/admin/panel.tsx'
import { Sum } from '#components/ui/admin/sum.tsx'
import { Button } from '#components/ui/button.tsx'
import { CheckField, Field, TextField } from '#components/ui/field.tsx'
import { checkOrders, makeOrders } from '#lib/checkout/client/backoffice.ts'
import {
  MOST_AT_ONCE,
  type StaffOrderCheck,
  type StaffOrderInput,
  type StaffOrderResult,
  type StaffPayment,
} from '#lib/checkout/rules/staff-order.ts'
import { LOCALE_NAMES, LOCALES } from '#lib/core/i18n/config.ts'
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
  const t = useTranslations('admin-bulk.new')
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

/** What became of each customer's order. */
function OrderResults({ rows }: { rows: StaffOrderResult[] }) {
  const t = useTranslations('admin-bulk')
  const heading = useRef<HTMLHeadingElement>(null)
  const made = rows.filter(({ outcome }) => outcome !== 'refused').length
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className="a-panel" aria-labelledby="new-results">
      <div className="a-ph">
        <h2 id="new-results" ref={heading} tabIndex={-1}>
          {t('new.made', { made, count: rows.length })}
        </h2>
      </div>
      <ul className="a-results">
        {rows.map(({ n, name, email, outcome, reason, order }) => (
          <li key={n}>
            <span className="a-soft">{n}</span>
            <bdi>{[name, email].filter((part) => part !== '').join(', ')}</bdi>
            {order ? (
              <GoLink className="a-id a-link" href={`/admin/orders/${order.id}`}>
                {order.number}
              </GoLink>
            ) : null}
            <Mark tone={outcome === 'refused' ? 'stop' : 'ok'}>
              {outcome === 'refused' ? knownWords(t, 'failed', reason ?? 'internal') : t(`new.outcome.${outcome}`)}
            </Mark>
          </li>
        ))}
      </ul>
    </section>
  )
}

type OrderFieldsProps = {
  plans: ShopPlan[]
  plan: ShopPlan
  choice: OrderChoice
  payments: StaffPayment[]
  onChange: (part: Partial<OrderChoice>) => void
}

/** Plan, number, days, date, for whom, and how it is paid. */
function OrderFields({ plans, plan, choice, payments, onChange }: OrderFieldsProps) {
  const t = useTranslations('admin-bulk.new')

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

/** What somebody fills in for customers. */
type OrderChoice = {
  planId: string
  count: number
  days: number
  startDate: string
  locale: string
  buyers: string
  pay: StaffPayment
  isInformed: boolean
  isAgain: boolean
}

/** A choice that nobody has made yet. */
function emptyChoice({ locale, pay }: { locale: string; pay: StaffPayment | undefined }): OrderChoice {
  return {
    planId: '',
    count: 1,
    days: 1,
    startDate: '',
    locale,
    buyers: '',
    pay: pay ?? 'link',
    isInformed: false,
    isAgain: false,
  }
}

/** Returns what is asked of the server: days only for a day pass, a date only where the plan needs one. */
function toInput(choice: OrderChoice, plan: ShopPlan): Omit<StaffOrderInput, 'seenMinor'> {
  const { count, days, startDate, locale, buyers, pay, isInformed, isAgain } = choice

  return {
    planId: plan.id,
    count,
    locale,
    buyers,
    pay,
    consents: { terms: isInformed, withdrawalInfo: isInformed, deviceChecked: false },
    ...(isAgain ? { again: true } : {}),
    ...(plan.term.kind === 'day_pass' ? { days } : {}),
    ...(plan.needsStartDate && startDate !== '' ? { startDate } : {}),
  }
}

type CheckedOrderProps = {
  check: StaffOrderCheck
  onceKey: string
  input: Omit<StaffOrderInput, 'seenMinor'>
  onMade: (rows: StaffOrderResult[]) => void
  onProblem: (thrown: unknown) => void
}

/** What would be made, row by row, and the press that makes it. The key stays: pressed twice, it is made once. */
function CheckedOrder({ check, onceKey, input, onMade, onProblem }: CheckedOrderProps) {
  const t = useTranslations('admin-bulk.new')
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [isSending, setSending] = useState(false)
  const isFree = input.pay === 'no_charge'
  const isGood = check.rows.every(({ problem }) => problem === null)
  const isConfirmed = !isFree || (reason.trim().length >= 3 && typed.trim() === check.typed)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setSending(true)
    try {
      const given = isFree ? { reason: reason.trim(), typed: typed.trim() } : {}
      onMade(await makeOrders({ ...input, ...given, seenMinor: check.each.minor }, onceKey))
    } catch (thrown) {
      onProblem(thrown)
    } finally {
      setSending(false)
    }
  }

  return (
    <Panel
      id="new-check"
      title={t('checked')}
      hint={
        <>
          {t('each')} <Sum minor={check.each.minor} currency={check.each.currency} />
          {check.orders > 1 ? (
            <>
              {', '}
              {t('together', { count: check.orders })} <Sum minor={check.total.minor} currency={check.total.currency} />
            </>
          ) : null}
        </>
      }
    >
      <ul className="a-results">
        {check.rows.map(({ n, text, name, email, problem }) => (
          <li key={n}>
            <span className="a-soft">{n}</span>
            <bdi>{problem === null ? [name, email].filter((part) => part !== '').join(', ') : text}</bdi>
            <Mark tone={problem === null ? 'ok' : 'stop'}>
              {problem === null ? t('good') : t(`problem.${problem}`)}
            </Mark>
          </li>
        ))}
      </ul>
      <form className="a-pb a-pb-stack" onSubmit={submit}>
        {isGood ? null : <p>{t('mend')}</p>}
        {isGood && isFree ? (
          <div className="a-new-cols">
            <TextField
              id="new-reason"
              label={t('reason')}
              value={reason}
              maxLength={500}
              autoComplete="off"
              onChange={({ target }) => setReason(target.value)}
            />
            <TextField
              id="new-typed"
              label={t('typed', { sum: check.typed })}
              value={typed}
              maxLength={40}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
        ) : null}
        <div className="a-row">
          <Button type="submit" tone="primary" disabled={isSending || !isGood || !isConfirmed}>
            {t(isSending ? 'making' : isFree ? 'give' : 'make', { count: check.orders })}
          </Button>
          <span className="a-meta">{t(`then.${input.pay}`)}</span>
        </div>
      </form>
    </Panel>
  )
}

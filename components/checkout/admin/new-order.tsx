'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import {
  DaysField,
  isBetween,
  NumberField,
  PayField,
  PlanField,
  type TypedNumber,
  takesDays,
} from '#components/checkout/admin/sale-fields.tsx'
import { PlanStart } from '#components/orders/admin/plan-name.tsx'
import { Form } from '#components/ui/admin/form.tsx'
import { REASON } from '#components/ui/admin/form-field.ts'
import { failureText } from '#components/ui/admin/known-label.ts'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { Mark, Panel } from '#components/ui/admin/panel.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { AreaField, CheckField, TextField } from '#components/ui/field.tsx'
import { checkOrders, makeOrders } from '#lib/checkout/client/backoffice.ts'
import {
  MAX_AT_ONCE,
  type StaffOrderCheck,
  type StaffOrderInput,
  type StaffPayment,
} from '#lib/checkout/rules/staff-order.ts'
import type { StaffOrderResult } from '#lib/checkout/schema.ts'
import { useUnsaved } from '#lib/core/client/unsaved.ts'
import { type Locale, localeName } from '#lib/core/i18n/config.ts'
import { isSameValue } from '#lib/core/rules/records.ts'
import { randomKey } from '#lib/orders/client/order-key.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

type NewOrderProps = {
  destinations: { slug: string; name: string }[]
  destination: { slug: string; name: string; plans: ShopPlan[] } | null
  payments: StaffPayment[]
  /** In which buyers can be written to: those of the shop. */
  languages: readonly Locale[]
  locale: string
}

/** Chosen, checked against the network, made. What was checked is what is made: a change asks for a new check. */
export function NewOrder({ destinations, destination, payments, languages, locale }: NewOrderProps) {
  const t = useTranslations('admin-bulk.new')
  const tLabel = useTranslations('admin.label')
  const tAdminBulk = useTranslations('admin-bulk')
  const router = useRouter()
  const [choice, setChoice] = useState<OrderChoice>(() => emptyChoice({ locale, languages, pay: payments[0] }))
  const [checked, setChecked] = useState<Checked | null>(null)
  const [results, setResults] = useState<StaffOrderResult[] | null>(null)
  const plans = destination?.plans ?? []
  const plan = plans.find(({ id }) => id === choice.planId) ?? plans[0]
  const input = plan && toInput(choice, plan)
  // The answer to what was chosen before says nothing of this.
  const isCurrent = checked !== null && isSameValue(checked.input, input)

  const check = useAction({
    send: async () => {
      if (!input) return
      setChecked({ input, check: await checkOrders(input), onceKey: randomKey() })
      setResults(null)
    },
    roomTexts: tAdminBulk,
    tell: () => null,
    isRead: false,
  })

  useUnsaved('new-order', choice.buyers.trim() !== '' && results === null, tLabel('unsaved'))

  function change(part: Partial<OrderChoice>) {
    setChoice({ ...choice, ...part })
    setChecked(null)
    setResults(null)
    check.clear()
  }

  return (
    <div className="grid min-w-0 content-start gap-4">
      <Panel id="new-what" title={t('what')}>
        <Form
          className="grid gap-3 p-3.5"
          action={{ ...check, run: () => check.run() }}
          check={() => (plan ? wrongNumber(choice, plan) : null)}
          press={t('check')}
          busy={t('asking')}
          isReady={plan !== undefined && choice.isInformed}
          isKept
        >
          <ChoiceField
            id="new-destination"
            label={tLabel('destination')}
            any={t('choose')}
            value={destination?.slug ?? ''}
            options={destinations.map(({ slug, name }) => [slug, name])}
            onChange={({ target }) => {
              change({ planId: '' })
              router.replace(`/admin/orders/new?destination=${target.value}` as Route)
            }}
          />
          {plan ? <OrderFields {...{ plans, plan, choice, payments, languages }} onChange={change} /> : null}
          {destination && !plan ? <p className="a-meta">{t('noPlans')}</p> : null}
        </Form>
      </Panel>
      {checked && isCurrent && !results ? (
        <CheckedOrder key={checked.onceKey} {...checked} onMade={setResults} />
      ) : null}
      {results ? <OrderResults rows={results} /> : null}
    </div>
  )
}

/** What became of each customer's order. */
function OrderResults({ rows }: { rows: StaffOrderResult[] }) {
  const t = useTranslations('admin-bulk')
  const tAction = useTranslations('action')
  const heading = useRef<HTMLHeadingElement>(null)
  const made = rows.filter(({ outcome }) => outcome !== 'refused').length
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className="a-panel" aria-labelledby="new-results">
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3.5 py-1.5">
        <h2 id="new-results" ref={heading} tabIndex={-1}>
          {t('new.made', { made, count: rows.length })}
        </h2>
      </div>
      <ul className="grid gap-1 px-3.5 py-2.5 *:flex *:flex-wrap *:gap-x-3 *:gap-y-1">
        {rows.map(({ n, name, email, outcome, reason, order }) => (
          <li key={n}>
            <span className="a-soft">{n}</span>
            <bdi>{[name, email].filter((part) => part !== '').join(', ')}</bdi>
            <OrderLink {...order} />
            <Mark tone={outcome === 'refused' ? 'stop' : 'ok'}>
              {outcome === 'refused'
                ? failureText([t, tAction], { code: reason ?? 'internal' })
                : t(`new.outcome.${outcome}`)}
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
  languages: readonly Locale[]
  onChange: (part: Partial<OrderChoice>) => void
}

/** Plan, number, days, date, for whom, and how it is paid. */
function OrderFields({ plans, plan, choice, payments, languages, onChange }: OrderFieldsProps) {
  const t = useTranslations('admin-bulk.new')
  const tBulk = useTranslations('admin-bulk')

  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] items-start gap-3">
        <PlanField id="new-plan" plans={plans} planId={plan.id} onChange={(planId) => onChange({ planId })} />
        <NumberField
          id="new-count"
          label={t('count')}
          min={1}
          max={MOST_ESIMS}
          value={choice.count}
          wrong={tBulk('failed.count_out_of_range')}
          onChange={(count) => onChange({ count })}
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
        <ChoiceField
          id="new-language"
          label={t('language')}
          value={choice.locale}
          options={languages.map((locale) => [locale, localeName(locale)])}
          onChange={({ target }) => onChange({ locale: target.value })}
        />
        <PayField id="new-pay" payments={payments} pay={choice.pay} onChange={(pay) => onChange({ pay })} />
      </div>
      <AreaField
        id="new-buyers"
        label={t('buyers')}
        hint={t('buyersHint', { most: MAX_AT_ONCE })}
        rows={4}
        dir="ltr"
        required
        spellCheck={false}
        autoComplete="off"
        value={choice.buyers}
        onChange={({ target }) => onChange({ buyers: target.value })}
      />
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
  count: TypedNumber
  days: TypedNumber
  startDate: string
  locale: string
  buyers: string
  pay: StaffPayment
  isInformed: boolean
  isAgain: boolean
}

const MOST_ESIMS = 20

/** The id of the first number that the plan does not take. */
function wrongNumber({ count, days }: OrderChoice, { term }: ShopPlan): string | null {
  if (!isBetween(count, 1, MOST_ESIMS)) return 'new-count'

  return takesDays(term, days) ? null : 'new-days'
}

/** A choice that nobody has made yet. */
type First = Pick<NewOrderProps, 'locale' | 'languages'> & { pay: StaffPayment | undefined }

function emptyChoice({ locale, languages, pay }: First): OrderChoice {
  return {
    planId: '',
    count: 1,
    days: 1,
    startDate: '',
    locale: languages.includes(locale) ? locale : (languages[0] ?? locale),
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
    // An empty one is not sent.
    count: count ?? 0,
    locale,
    buyers,
    pay,
    consents: { terms: isInformed, withdrawalInfo: isInformed, deviceChecked: false },
    ...(isAgain ? { again: true } : {}),
    ...(plan.term.kind === 'day_pass' ? { days: days ?? 0 } : {}),
    ...(plan.needsStartDate && startDate !== '' ? { startDate } : {}),
  }
}

/** What was asked, and what the network said of it. */
type Checked = { input: Omit<StaffOrderInput, 'seenMinor'>; check: StaffOrderCheck; onceKey: string }

type CheckedOrderProps = Checked & {
  onMade: (rows: StaffOrderResult[]) => void
}

/** What would be made, row by row, and the press that makes it. The key stays: pressed twice, it is made once. */
function CheckedOrder({ check, onceKey, input, onMade }: CheckedOrderProps) {
  const t = useTranslations('admin-bulk.new')
  const tAdminBulk = useTranslations('admin-bulk')
  const isFree = input.pay === 'no_charge'
  const isGood = check.rows.every(({ problem }) => problem === null)
  const order = useAction({
    send: (why: { reason?: string; typed?: string }) =>
      makeOrders({ ...input, ...why, seenMinor: check.each.minor }, onceKey),
    roomTexts: tAdminBulk,
    tell: () => null,
    onDone: onMade,
    isRead: false,
  })

  return (
    <Panel
      id="new-check"
      title={t('checked')}
      hint={
        <>
          {t('each')} <MoneyAmount minor={check.each.minor} currency={check.each.currency} />
          {check.orders > 1 ? (
            <>
              {', '}
              {t('together', { count: check.orders })}{' '}
              <MoneyAmount minor={check.total.minor} currency={check.total.currency} />
            </>
          ) : null}
        </>
      }
    >
      <ul className="grid gap-1 px-3.5 py-2.5 *:flex *:flex-wrap *:gap-x-3 *:gap-y-1">
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
      <Form
        className="grid gap-3 p-3.5"
        id="new"
        action={order}
        fields={isGood && isFree ? [REASON, { kind: 'typed', name: 'typed', expect: check.typed } as const] : []}
        press={t(isFree ? 'give' : 'make', { count: check.orders })}
        busy={t('making')}
        tone="primary"
        isReady={isGood}
        isKept
        beside={<span className="a-meta">{t(`then.${input.pay}`)}</span>}
      >
        {isGood ? null : <p>{t('mend')}</p>}
      </Form>
    </Panel>
  )
}

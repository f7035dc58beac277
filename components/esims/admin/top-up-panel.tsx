'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { DaysField, PayField, PlanField, type TypedNumber, takesDays } from '#components/checkout/admin/sale-fields.tsx'
import { AtOnce } from '#components/ui/admin/action-dialog.tsx'
import { Form } from '#components/ui/admin/form.tsx'
import { REASON } from '#components/ui/admin/form-field.ts'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { CheckField } from '#components/ui/field.tsx'
import type { StaffPayment, StaffTopUpCheck, StaffTopUpInput } from '#lib/checkout/rules/staff-order.ts'
import { isSameValue } from '#lib/core/rules/records.ts'
import { checkTopUp, makeTopUp, readTopUpOffer } from '#lib/esims/client/staff-esims.ts'
import type { TopUpOffer, TopUpPlan } from '#lib/esims/client/top-ups.ts'
import { randomKey } from '#lib/orders/client/order-key.ts'

/** A further plan for a customer's card: asked of the network by a press, then chosen, checked and made. */
export function TopUpPanel({ esimId, payments }: { esimId: string; payments: StaffPayment[] }) {
  const t = useTranslations('admin-bulk')
  const [offer, setOffer] = useState<TopUpOffer | null>(null)
  const [made, setMade] = useState<{ id: string; number: string } | null>(null)

  return (
    <Panel
      id="card-top-up"
      title={t('topUp.title')}
      beside={<span className="a-meta phone:hidden">{t('topUp.lead')}</span>}
      end={
        <AtOnce
          press={t(offer ? 'topUp.again' : 'topUp.start')}
          busy={t('new.asking')}
          send={() => readTopUpOffer(esimId)}
          roomTexts={t}
          tell={() => null}
          onDone={(read) => {
            setMade(null)
            setOffer(read)
          }}
          isRead={false}
        />
      }
    >
      {offer && offer.refusal === null && !made ? (
        <TopUpForm
          esimId={esimId}
          plans={offer.plans}
          payments={payments}
          onMade={(order) => {
            setMade(order)
            setOffer(null)
          }}
        />
      ) : null}
      <div role="status">
        {offer?.refusal ? (
          <p className="a-emptyline">
            {offer.refusal === 'no_answer' ? t('topUp.no_answer') : t(`failed.${offer.refusal}`)}
          </p>
        ) : null}
        {made ? (
          <p className="a-emptyline">
            {t('topUp.made')} <OrderLink {...made} />
          </p>
        ) : null}
      </div>
    </Panel>
  )
}

/** What was asked, and what the network said of it. */
type Checked = { input: Omit<StaffTopUpInput, 'seenMinor'>; check: StaffTopUpCheck; onceKey: string }

type TopUpFormProps = {
  esimId: string
  plans: TopUpPlan[]
  payments: StaffPayment[]
  onMade: (order: { id: string; number: string }) => void
}

/** Chosen, checked against the network, made. A change asks for a new check; the key of a check makes one top-up. */
function TopUpForm({ esimId, plans, payments, onMade }: TopUpFormProps) {
  const t = useTranslations('admin-bulk')
  const [choice, setChoice] = useState({
    ...{ planId: '', days: 1 as TypedNumber },
    ...{ pay: payments[0] ?? 'link', isInformed: false },
  })
  const [answered, setAnswered] = useState<Checked | null>(null)
  const topUp = useAction({
    send: async ({
      input,
      why,
    }: {
      input: Omit<StaffTopUpInput, 'seenMinor'>
      why: { reason?: string; typed?: string }
    }) => {
      if (!checked) return setAnswered({ input, check: await checkTopUp(esimId, input), onceKey: randomKey() })
      onMade(await makeTopUp(esimId, { ...input, ...why, seenMinor: checked.check.total.minor }, checked.onceKey))
    },
    roomTexts: t,
    tell: () => null,
    isRead: false,
  })
  const plan = plans.find(({ id }) => id === choice.planId) ?? plans[0]
  if (!plan) return null
  const { pay, isInformed } = choice
  const isFree = pay === 'no_charge'
  const input: Omit<StaffTopUpInput, 'seenMinor'> = {
    planId: plan.id,
    pay,
    consents: { terms: isInformed, withdrawalInfo: isInformed, deviceChecked: false },
    ...(plan.term.kind === 'day_pass' ? { days: choice.days ?? 0 } : {}),
  }
  // The answer to what was chosen before says nothing of this.
  const checked = answered && isSameValue(answered.input, input) ? answered : null

  function change(part: Partial<typeof choice>) {
    setChoice({ ...choice, ...part })
    setAnswered(null)
    topUp.clear()
  }

  return (
    <div className="grid gap-3 p-3.5">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] items-start gap-3">
        <PlanField id="top-up-plan" plans={plans} planId={plan.id} onChange={(planId) => change({ planId })} />
        <DaysField id="top-up-days" term={plan.term} days={choice.days} onChange={(days) => change({ days })} />
        <PayField id="top-up-pay" payments={payments} pay={pay} onChange={(next) => change({ pay: next })} />
      </div>
      <CheckField checked={isInformed} onChange={({ target }) => change({ isInformed: target.checked })}>
        {t('new.informed')}
      </CheckField>
      {checked ? (
        <p role="status">
          {t('topUp.sum')} <MoneyAmount {...checked.check.total} />
        </p>
      ) : null}
      <Form
        action={{ ...topUp, run: (why: { reason?: string; typed?: string }) => topUp.run({ input, why }) }}
        check={() => (takesDays(plan.term, choice.days) ? null : 'top-up-days')}
        fields={
          checked && isFree ? [REASON, { kind: 'typed', name: 'typed', expect: checked.check.typed } as const] : []
        }
        press={t(checked ? (isFree ? 'topUp.give' : 'topUp.make') : 'new.check')}
        busy={t(checked ? 'new.making' : 'new.asking')}
        tone={checked ? 'primary' : 'ink'}
        isReady={isInformed}
        isKept
        beside={checked ? <span className="a-meta">{t(`new.then.${pay}`)}</span> : null}
      />
    </div>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { DaysField, PayField, PlanField, useProblem } from '#components/checkout/admin/sale-fields.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Sum } from '#components/ui/admin/sum.tsx'
import { Button } from '#components/ui/button.tsx'
import { CheckField, TextField } from '#components/ui/field.tsx'
import type { StaffPayment, StaffTopUpCheck, StaffTopUpInput } from '#lib/checkout/rules/staff-order.ts'
import { checkTopUp, makeTopUp, readTopUpOffer } from '#lib/esims/client/staff-esims.ts'
import type { TopUpOffer, TopUpPlan } from '#lib/esims/client/top-ups.ts'
import { randomKey } from '#lib/orders/client/order-key.ts'

type TopUpPanelProps = { esimId: string; payments: StaffPayment[] }

/** A further plan for a customer's card: asked of the network by a press, then chosen, checked and made. */
export function TopUpPanel({ esimId, payments }: TopUpPanelProps) {
  const t = useTranslations('admin-bulk')
  const problem = useProblem()
  const [offer, setOffer] = useState<TopUpOffer | null>(null)
  const [made, setMade] = useState<{ id: string; number: string } | null>(null)
  const [isAsking, setAsking] = useState(false)

  async function read() {
    setAsking(true)
    setMade(null)
    problem.clear()
    try {
      setOffer(await readTopUpOffer(esimId))
    } catch (thrown) {
      problem.tell(thrown)
    } finally {
      setAsking(false)
    }
  }

  return (
    <Panel
      id="card-top-up"
      title={t('topUp.title')}
      beside={
        <>
          <span className="a-meta a-wide">{t('topUp.lead')}</span>
          <span className="a-ph-end">
            <Button size="small" disabled={isAsking} onClick={read}>
              {t(isAsking ? 'new.asking' : offer ? 'topUp.again' : 'topUp.start')}
            </Button>
          </span>
        </>
      }
    >
      {offer && offer.refusal === null && !made ? (
        <TopUpForm
          esimId={esimId}
          plans={offer.plans}
          payments={payments}
          problem={problem}
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
        {problem.text === '' ? null : <p className="a-emptyline">{problem.text}</p>}
        {made ? (
          <p className="a-emptyline">
            {t('topUp.made')}{' '}
            <GoLink className="a-id a-link" href={`/admin/orders/${made.id}`}>
              {made.number}
            </GoLink>
          </p>
        ) : null}
      </div>
    </Panel>
  )
}

type TopUpFormProps = {
  esimId: string
  plans: TopUpPlan[]
  payments: StaffPayment[]
  problem: ReturnType<typeof useProblem>
  onMade: (order: { id: string; number: string }) => void
}

/** Chosen, checked against the network, made. A change asks for a new check; the key of a check makes one top-up. */
function TopUpForm({ esimId, plans, payments, problem, onMade }: TopUpFormProps) {
  const t = useTranslations('admin-bulk')
  const [choice, setChoice] = useState({ planId: '', days: 1, pay: payments[0] ?? 'link', isInformed: false })
  const [given, setGiven] = useState({ reason: '', typed: '' })
  const [checked, setChecked] = useState<{ check: StaffTopUpCheck; onceKey: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const plan = plans.find(({ id }) => id === choice.planId) ?? plans[0]
  if (!plan) return null
  const { pay, isInformed } = choice
  const isFree = pay === 'no_charge'
  const isConfirmed = !isFree || (given.reason.trim().length >= 3 && given.typed.trim() === checked?.check.typed)
  const input: Omit<StaffTopUpInput, 'seenMinor'> = {
    planId: plan.id,
    pay,
    consents: { terms: isInformed, withdrawalInfo: isInformed, deviceChecked: false },
    ...(plan.term.kind === 'day_pass' ? { days: choice.days } : {}),
  }

  function change(part: Partial<typeof choice>) {
    setChoice({ ...choice, ...part })
    setChecked(null)
    problem.clear()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    problem.clear()
    try {
      if (checked) {
        const why = isFree ? { reason: given.reason.trim(), typed: given.typed.trim() } : {}
        onMade(await makeTopUp(esimId, { ...input, ...why, seenMinor: checked.check.total.minor }, checked.onceKey))
      } else {
        setChecked({ check: await checkTopUp(esimId, input), onceKey: randomKey() })
      }
    } catch (thrown) {
      problem.tell(thrown)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="a-pb a-pb-stack" onSubmit={submit}>
      <div className="a-new-cols">
        <PlanField id="top-up-plan" plans={plans} planId={plan.id} onChange={(planId) => change({ planId })} />
        <DaysField id="top-up-days" term={plan.term} days={choice.days} onChange={(days) => change({ days })} />
        <PayField id="top-up-pay" payments={payments} pay={pay} onChange={(next) => change({ pay: next })} />
      </div>
      <CheckField checked={isInformed} onChange={({ target }) => change({ isInformed: target.checked })}>
        {t('new.informed')}
      </CheckField>
      {checked ? (
        <p role="status">
          {t('topUp.sum')} <Sum {...checked.check.total} />
        </p>
      ) : null}
      {checked && isFree ? (
        <div className="a-new-cols">
          <TextField
            id="top-up-reason"
            label={t('new.reason')}
            value={given.reason}
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => setGiven({ ...given, reason: target.value })}
          />
          <TextField
            id="top-up-typed"
            label={t('new.typed', { sum: checked.check.typed })}
            value={given.typed}
            maxLength={40}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setGiven({ ...given, typed: target.value })}
          />
        </div>
      ) : null}
      <div className="a-row">
        {checked ? (
          <Button type="submit" tone="primary" disabled={isBusy || !isConfirmed}>
            {t(isBusy ? 'new.making' : isFree ? 'topUp.give' : 'topUp.make')}
          </Button>
        ) : (
          <Button type="submit" tone="ink" disabled={isBusy || !isInformed}>
            {t(isBusy ? 'new.asking' : 'new.check')}
          </Button>
        )}
        {checked ? <span className="a-meta">{t(`new.then.${pay}`)}</span> : null}
      </div>
    </form>
  )
}

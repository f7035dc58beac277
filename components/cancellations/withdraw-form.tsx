'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { failureMessage } from '#components/orders/failure-message.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import { NoScriptNotice } from '#components/orders/no-script-notice.tsx'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { FocusedHeading } from '#components/ui/focused-heading.tsx'
import { Problem } from '#components/ui/notice.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import type { confirmWithdrawalCall, startWithdrawalCall } from '#lib/cancellations/schema.ts'
import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { call } from '#lib/core/client/request.ts'
import { withoutMarks } from '#lib/core/rules/typed-text.ts'
import { readOrderNumber } from '#lib/orders/rules/order-number.ts'

type Step = { name: 'asking' } | { name: 'confirming'; id: string } | { name: 'done'; receivedAt: string }
type Problems = { email?: string; number?: string; send?: string }

/** Withdraws in two steps: who and which order, then the statement itself. It says the same whether an order fits. */
export function WithdrawForm({ supportEmail }: { supportEmail: string | null }) {
  const t = useTranslations('withdraw')
  const tFind = useTranslations('find')
  const [step, setStep] = useState<Step>({ name: 'asking' })
  const [isBusy, setBusy] = useState(false)
  const [email, setEmail] = useState('')
  const [number, setNumber] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const input = { email: withoutMarks(email), number: readOrderNumber(number) ?? '' }

  const run = async (action: () => Promise<Step>) => {
    setBusy(true)
    setProblems({})
    try {
      setStep(await action())
    } catch (thrown) {
      setProblems({ send: t(...failureMessage(thrown)) })
    } finally {
      setBusy(false)
    }
  }
  const start = (event: FormEvent) => {
    event.preventDefault()
    const found: Problems = {
      ...(isAddressShaped(input.email) ? {} : { email: t('emailMissing') }),
      ...(input.number ? {} : { number: t('numberMissing') }),
    }
    setProblems(found)
    const first = Object.keys(found)[0]
    if (first) return document.getElementById(`withdraw-${first}`)?.focus()

    return run(async () => ({
      name: 'confirming',
      ...(await call<typeof startWithdrawalCall>('POST /api/withdrawals', { body: input })),
    }))
  }

  if (step.name === 'done') return <Received at={step.receivedAt} number={input.number} />
  if (step.name === 'confirming') {
    const { id } = step
    const confirm = async (): Promise<Step> => ({
      name: 'done',
      ...(await call<typeof confirmWithdrawalCall>('POST /api/withdrawals/[id]/confirm', { params: { id } })),
    })

    return (
      <Ticket as="section">
        <TicketPart className="stack p-6">
          <FocusedHeading>{t('confirmHeading')}</FocusedHeading>
          <p className="text-lg">{t('statement', { number: input.number })}</p>
          <p className="soft">{t('confirmHint', { email: input.email })}</p>
        </TicketPart>
        <TicketTear />
        <TicketPart className="stack p-6">
          <Problem>{problems.send}</Problem>
          <OnlineButton tone="primary" wide disabled={isBusy} onClick={() => run(confirm)}>
            {isBusy ? t('sending') : t('confirm')}
          </OnlineButton>
          <Button
            wide
            disabled={isBusy}
            onClick={(event) => {
              keepPlace(event.currentTarget, '#withdraw-number')
              setStep({ name: 'asking' })
            }}
          >
            {t('back')}
          </Button>
        </TicketPart>
      </Ticket>
    )
  }

  return (
    <Ticket>
      <form noValidate onSubmit={start}>
        <TicketPart className="stack p-6">
          <TextField
            id="withdraw-number"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            placeholder={t('numberPlaceholder')}
            label={t('number')}
            hint={t('numberHelp')}
            value={number}
            maxLength={24}
            error={problems.number}
            onChange={(event) => setNumber(event.target.value)}
          />
          <TextField
            id="withdraw-email"
            type="email"
            autoComplete="email"
            placeholder={tFind('emailPlaceholder')}
            label={t('email')}
            value={email}
            error={problems.email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </TicketPart>
        <TicketTear />
        <TicketPart className="stack p-6">
          <Problem>{problems.send}</Problem>
          <OnlineButton type="submit" tone="primary" wide disabled={isBusy}>
            {isBusy ? t('sending') : t('next')}
          </OnlineButton>
          <NoScriptNotice text={t('noScript')} email={supportEmail} />
        </TicketPart>
      </form>
    </Ticket>
  )
}

function Received({ at, number }: { at: string; number: string }) {
  const t = useTranslations('withdraw')

  return (
    <Ticket as="section" role="status">
      <TicketPart className="stack p-6">
        <FocusedHeading>{t('doneHeading')}</FocusedHeading>
        <p>{t.rich('done', { number, at: () => <LocalTime at={new Date(at)} show="date_time" /> })}</p>
      </TicketPart>
      <TicketTear />
      <TicketPart className="stack p-6">
        <p className="soft">{t('nothing')}</p>
      </TicketPart>
    </Ticket>
  )
}

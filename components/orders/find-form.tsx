'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { failureMessage } from '#components/orders/failure-message.ts'
import { NoScriptNotice } from '#components/orders/no-script-notice.tsx'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { FocusedHeading } from '#components/ui/focused-heading.tsx'
import { Problem } from '#components/ui/notice.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import { useSending } from '#components/ui/use-sending.ts'
import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { call } from '#lib/core/client/request.ts'
import { plainCode, withoutMarks } from '#lib/core/rules/typed-text.ts'
import type { requestFindLinkCall } from '#lib/orders/schema.ts'

type Problems = { email?: string; hint?: string }

/** Asks for the link by mail. What it says afterwards is the same whether an order was found. */
export function FindForm({ supportEmail }: { supportEmail: string | null }) {
  const t = useTranslations('find')
  const [email, setEmail] = useState('')
  const [hint, setHint] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const address = withoutMarks(email)
  const { run, isSending, isDone, failure, clear } = useSending(() =>
    call<typeof requestFindLinkCall>('POST /api/find', { body: { email: address, hint: plainCode(hint) } }),
  )

  const send = (event: FormEvent) => {
    event.preventDefault()
    clear()
    const found: Problems = {
      ...(isAddressShaped(address) ? {} : { email: t('emailMissing') }),
      ...(plainCode(hint).length >= 4 ? {} : { hint: t('hintMissing') }),
    }
    setProblems(found)
    const first = Object.keys(found)[0]
    if (first) document.getElementById(`find-${first}`)?.focus()
    else void run()
  }

  if (isDone) return <Sent email={address} onAgain={clear} />

  return (
    <Ticket>
      <form noValidate onSubmit={send}>
        <TicketPart className="stack p-6">
          <TextField
            id="find-email"
            type="email"
            autoComplete="email"
            placeholder={t('emailPlaceholder')}
            label={t('email')}
            value={email}
            error={problems.email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </TicketPart>
        <TicketTear />
        <TicketPart className="stack p-6">
          <TextField
            id="find-hint"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            placeholder={t('hintPlaceholder')}
            label={t('hint')}
            hint={t('hintHelp')}
            value={hint}
            maxLength={32}
            error={problems.hint}
            onChange={(event) => setHint(event.target.value)}
          />
          <Problem>{failure && t(...failureMessage(failure))}</Problem>
          <OnlineButton type="submit" tone="primary" wide disabled={isSending}>
            {isSending ? t('sending') : t('send')}
          </OnlineButton>
          <NoScriptNotice text={t('noScript')} email={supportEmail} />
        </TicketPart>
      </form>
    </Ticket>
  )
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const t = useTranslations('find')

  return (
    <Ticket as="section" role="status">
      <TicketPart className="stack p-6">
        <FocusedHeading>{t('sentHeading')}</FocusedHeading>
        <p>
          {t.rich('sentBody', {
            email,
            b: (chunks) => (
              <b className="break-words">
                <bdi>{chunks}</bdi>
              </b>
            ),
          })}
        </p>
      </TicketPart>
      <TicketTear />
      <TicketPart className="stack p-6">
        <p className="soft">{t('nothing')}</p>
        <Button
          wide
          onClick={(event) => {
            keepPlace(event.currentTarget, '#find-email')
            onAgain()
          }}
        >
          {t('again')}
        </Button>
      </TicketPart>
    </Ticket>
  )
}

'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { failureMessage } from '#components/orders/failure-message.ts'
import { NoScriptNotice } from '#components/orders/no-script-notice.tsx'
import { OnlineButton } from '#components/orders/online-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { AreaField, TextField } from '#components/ui/field.tsx'
import { FocusedHeading } from '#components/ui/focused-heading.tsx'
import { earlyTyped } from '#components/ui/layout/early-input.tsx'
import { Problem } from '#components/ui/notice.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { withoutMarks } from '#lib/core/rules/typed-text.ts'
import { sendMessage } from '#lib/customers/client/messages.ts'
import { messageDraft } from '#lib/orders/client/message-draft.ts'
import { MESSAGE_TOPICS, type MessageTopic } from '#lib/orders/rules/message-topics.ts'

const LONGEST = 4_000

type ContactFormProps = {
  order: { id: string; number: string } | null
  topic: MessageTopic
  /** Where an answer goes, as far as it is known. */
  email: string
  /** Where a message can be sent without this form, `null` where the shop names no address. */
  supportEmail: string | null
}
type Problems = { email?: string; text?: string; send?: string }

/** Writes to the store. What was typed stays until it has arrived. */
export function ContactForm({ order, topic: first, email, supportEmail }: ContactFormProps) {
  const t = useTranslations('contact')
  const locale = useLocale()
  const [input, setInput] = useState({ email, topic: first, text: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [isSending, setSending] = useState(false)
  const [sent, setSent] = useState<{ reference: string; isCopied: boolean } | null>(null)

  // What was answered on the way here, or typed before a reload, need not be typed again. It stands before what was typed
  // early, which is told first; a browser may have put it back by itself.
  useEffect(() => {
    const draft = messageDraft.read()
    void earlyTyped.then(() => {
      const add = (text: string) => (text.startsWith(draft.trim()) ? text : draft + text)
      // At once: a button that was pressed early is pressed next.
      if (draft) flushSync(() => setInput((before) => ({ ...before, text: add(before.text) })))
    })
  }, [])

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const text = input.text.trim()
    const found: Problems = {
      ...(isAddressShaped(input.email) ? {} : { email: t('emailMissing') }),
      ...(text.length < 5 ? { text: t('textMissing') } : text.length > LONGEST ? { text: t('textLong') } : {}),
    }
    setProblems(found)
    const missing = found.email ? 'contact-email' : found.text ? 'contact-text' : null
    if (missing) return document.getElementById(missing)?.focus()
    setSending(true)
    try {
      const { email, topic } = input
      const facts = { page: cameFrom(), device: navigator.userAgent.slice(0, 300) }
      setSent(await sendMessage({ email: withoutMarks(email), topic, text, locale, orderId: order?.id ?? null, facts }))
      messageDraft.set('')
    } catch (thrown) {
      setProblems({ send: t(...failureMessage(thrown)) })
    }
    setSending(false)
  }
  const writeAgain = () => {
    setSent(null)
    setInput({ ...input, text: '' })
  }

  if (sent) return <Sent {...sent} email={withoutMarks(input.email)} onAgain={writeAgain} />

  return (
    <Ticket>
      <form noValidate onSubmit={send}>
        <TicketPart className="stack p-6">
          <TextField
            id="contact-email"
            type="email"
            autoComplete="email"
            label={t('email')}
            value={input.email}
            error={problems.email}
            onChange={(event) => setInput({ ...input, email: event.target.value })}
          />
          <ChoiceField
            id="contact-topic"
            label={t('topic')}
            value={input.topic}
            options={MESSAGE_TOPICS.map((topic) => [topic, t(`topics.${topic}`)])}
            onChange={(event) => setInput({ ...input, topic: event.target.value as MessageTopic })}
          />
          <AreaField
            id="contact-text"
            label={t('text')}
            hint={t('textHelp')}
            error={problems.text}
            rows={7}
            value={input.text}
            onChange={(event) => {
              messageDraft.set(event.target.value)
              setInput({ ...input, text: event.target.value })
            }}
          />
        </TicketPart>
        <TicketTear />
        <TicketPart className="stack p-6">
          <p className="soft">{order ? t('attached', { number: order.number }) : t('attachedPlain')}</p>
          <Problem>{problems.send}</Problem>
          <OnlineButton type="submit" tone="primary" wide disabled={isSending}>
            {t(isSending ? 'sending' : 'send')}
          </OnlineButton>
          <NoScriptNotice text={t('noScript')} email={supportEmail} />
        </TicketPart>
      </form>
    </Ticket>
  )
}

type SentProps = { reference: string; isCopied: boolean; email: string; onAgain: () => void }

function Sent({ reference, isCopied, email, onAgain }: SentProps) {
  const t = useTranslations('contact')

  return (
    <Ticket as="section" role="status">
      <TicketPart className="stack p-6">
        <FocusedHeading>{t('sentHeading')}</FocusedHeading>
        <p>
          {t.rich(isCopied ? 'sent' : 'sentOnly', {
            email,
            reference,
            strong: (chunks) => (
              <strong>
                <bdi>{chunks}</bdi>
              </strong>
            ),
          })}
        </p>
        <p className="soft">{t(isCopied ? 'noMail' : 'noCopy')}</p>
      </TicketPart>
      <TicketTear />
      <TicketPart className="p-6">
        <Button
          onClick={(event) => {
            keepPlace(event.currentTarget, '#contact-text')
            onAgain()
          }}
        >
          {t('again')}
        </Button>
      </TicketPart>
    </Ticket>
  )
}

/** The page of this store that led here: its path alone. Links of order pages carry what is nobody's business. */
function cameFrom(): string {
  const { origin, pathname } = new URL(document.referrer || window.location.href)

  return origin === window.location.origin ? pathname.slice(0, 200) : ''
}

'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useProof } from '#components/auth/admin/use-proof.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { isLostAnswer, type RequestFailure, toFailure } from '#lib/core/client/ask.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import {
  actOnCredit,
  askData,
  declineData,
  eraseCustomer,
  giveCredit,
  joinAddress,
  liftFactors,
  separateAddress,
  setBlocked,
} from '#lib/customers/client/customers.ts'
import { randomKey } from '#lib/orders/client/order-key.ts'

const FIELDS = ['email', 'amount', 'until', 'reason'] as const
type Field = (typeof FIELDS)[number]
type Input = { personId: string; requestId: string; creditId: string; onceKey: string } & Record<Field, string>

// What each act asks for, and how it is sent.
const ACTS = {
  block: { fields: ['reason'], send: ({ personId, reason }: Input) => setBlocked(personId, true, reason) },
  unblock: { fields: ['reason'], send: ({ personId, reason }: Input) => setBlocked(personId, false, reason) },
  join: {
    fields: ['email', 'reason'],
    send: ({ personId, email, reason }: Input) => joinAddress(personId, email, reason),
  },
  separate: { fields: ['reason'], send: ({ personId, reason }: Input) => separateAddress(personId, reason) },
  ask_export: { fields: ['reason'], send: ({ personId, reason }: Input) => askData(personId, 'export', reason) },
  ask_erase: { fields: ['reason'], send: ({ personId, reason }: Input) => askData(personId, 'erase', reason) },
  decline: {
    fields: ['reason'],
    send: ({ personId, requestId, reason }: Input) => declineData(personId, requestId, reason),
  },
  credit: {
    fields: ['amount', 'until', 'reason'],
    send: ({ personId, amount, until, reason, onceKey }: Input) =>
      giveCredit(personId, { amount, until, reason }, onceKey),
  },
  agree: { fields: [], send: ({ creditId }: Input) => actOnCredit(creditId, { act: 'agree' }) },
  end_credit: {
    fields: ['reason'],
    send: ({ creditId, reason }: Input) => actOnCredit(creditId, { act: 'end', reason }),
  },
  lift: { fields: ['reason'], send: ({ personId, reason }: Input) => liftFactors(personId, reason) },
  erase: { fields: ['email'], send: ({ personId, email }: Input) => eraseCustomer(personId, email) },
} as const satisfies Record<string, { fields: readonly Field[]; send: (input: Input) => Promise<unknown> }>

const NOTHING = { email: '', amount: '', until: '', reason: '' }
const INPUTS = {
  email: { type: 'email', dir: 'ltr', required: true, minLength: 3, maxLength: 254 },
  amount: { type: 'text', dir: 'ltr', inputMode: 'decimal', required: true, maxLength: 40 },
  until: { type: 'date', dir: 'ltr' },
  reason: { type: 'text', dir: 'auto', required: true, minLength: 3, maxLength: 500 },
} as const

const KNOWN = ['forbidden', 'not_found', 'conflict', 'bad_input', 'unauthenticated', 'offline'] as const

type CustomerActProps = {
  act: keyof typeof ACTS
  personId: string
  requestId?: string
  creditId?: string
  name?: string
}

/** A button that says what an act does, asks for what it needs, carries it out, and says what came of it. */
export function CustomerAct({ act, personId, requestId = '', creditId = '', name }: CustomerActProps) {
  const t = useTranslations('admin-customers.act')
  const router = useRouter()
  const id = useId()
  const { withProof, dialog } = useProof('staff', null)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState(NOTHING)
  const once = useRef('')
  const [isSending, setSending] = useState(false)
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; text: string } | null>(null)
  const { fields, send } = ACTS[act]
  const isDone = said?.tone === 'good'

  // The page is read again once the answer was: it may take the button of this very act away.
  function close() {
    setOpen(false)
    if (!isDone) return
    setSaid(null)
    setTyped(NOTHING)
    const pressed = document.getElementById(`${id}-press`)
    if (pressed) keepPlace(pressed, '.a-customers .btn', 'main h1')
    router.refresh()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setSending(true)
    setSaid(null)
    // Kept until an answer came: pressed again after a lost one, it is the same act.
    once.current ||= randomKey()
    try {
      const answer = await withProof<unknown>(() =>
        send({ personId, requestId, creditId, onceKey: once.current, ...typed }),
      )
      once.current = ''
      setSaid({ tone: 'good', text: t(isWaiting(answer) ? 'waiting' : 'done') })
    } catch (thrown) {
      const failure = toFailure(thrown)
      if (!isLostAnswer(failure)) once.current = ''
      const problem = problemOf(failure)
      setSaid(problem && { tone: 'bad', text: t(`failed.${problem}`) })
    }
    setSending(false)
  }

  return (
    <>
      <Button
        id={`${id}-press`}
        size="small"
        onClick={() => setOpen(true)}
        aria-label={name ? `${t(`${act}.press`)} ${name}` : undefined}
      >
        {t(`${act}.press`)}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} labelledBy={`${id}-title`}>
        <form className="a-pb-stack" onSubmit={submit}>
          <h2 id={`${id}-title`}>{t(`${act}.press`)}</h2>
          <p className={act === 'erase' ? 'a-act-warn' : 'a-soft'}>{t(`${act}.effect`)}</p>
          {isDone
            ? null
            : fields.map((field) => (
                <TextField
                  key={field}
                  id={`${id}-${field}`}
                  label={t(act === 'erase' ? 'typed' : field)}
                  {...INPUTS[field]}
                  autoComplete="off"
                  value={typed[field]}
                  onChange={({ target }) => setTyped((before) => ({ ...before, [field]: target.value }))}
                />
              ))}
          <div role="status">{said ? <Notice tone={said.tone}>{said.text}</Notice> : null}</div>
          <p className="a-row">
            {isDone ? null : (
              <Button type="submit" tone={act === 'erase' ? 'ink' : 'primary'} disabled={isSending}>
                {t(`${act}.press`)}
              </Button>
            )}
            <Button onClick={close}>{t(isDone ? 'close' : 'leave')}</Button>
          </p>
        </form>
      </Dialog>
      {dialog}
    </>
  )
}

function isWaiting(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'outcome' in answer && answer.outcome === 'waiting'
}

function problemOf({ code, details }: RequestFailure) {
  // Whoever leaves the question for the password has changed their mind.
  if (details.reason === 'declined') return null
  const field = (['amount', 'until'] as const).find((known) => String(details.fields ?? '').includes(known))
  if (field) return field
  const told = (['under_way', 'typed', 'no_factor', 'own_request'] as const).find((known) => known === details.reason)
  if (told) return told

  return KNOWN.find((known) => known === code) ?? 'internal'
}

'use client'

import { useTranslations } from 'next-intl'
import { ActionButton } from '#components/ui/admin/action-dialog.tsx'
import { type FormField, REASON } from '#components/ui/admin/form-field.ts'
import {
  decideCredit,
  declineData,
  eraseCustomer,
  giveCredit,
  joinAddress,
  liftFactors,
  requestData,
  separateAddress,
  setBlocked,
} from '#lib/customers/client/customers.ts'

type FieldName = 'email' | 'amount' | 'until' | 'reason'
type Input = { personId: string; requestId: string; creditId: string; onceKey: string } & Record<FieldName, string>

// What each action asks for, and how it is sent.
const ACTIONS = {
  block: { asks: ['reason'], send: ({ personId, reason }: Input) => setBlocked(personId, true, reason) },
  unblock: { asks: ['reason'], send: ({ personId, reason }: Input) => setBlocked(personId, false, reason) },
  join: {
    asks: ['email', 'reason'],
    send: ({ personId, email, reason }: Input) => joinAddress(personId, email, reason),
  },
  separate: {
    asks: ['reason'],
    send: ({ personId, email, reason }: Input) => separateAddress(personId, email, reason),
  },
  ask_export: { asks: ['reason'], send: ({ personId, reason }: Input) => requestData(personId, 'export', reason) },
  ask_erase: { asks: ['reason'], send: ({ personId, reason }: Input) => requestData(personId, 'erase', reason) },
  decline: {
    asks: ['reason'],
    send: ({ personId, requestId, reason }: Input) => declineData(personId, requestId, reason),
  },
  credit: {
    asks: ['amount', 'until', 'reason'],
    send: ({ personId, amount, until, reason, onceKey }: Input) =>
      giveCredit(personId, { amount, until, reason }, onceKey),
  },
  agree: { asks: [], send: ({ creditId }: Input) => decideCredit(creditId, { act: 'agree' }) },
  end_credit: {
    asks: ['reason'],
    send: ({ creditId, reason }: Input) => decideCredit(creditId, { act: 'end', reason }),
  },
  lift: { asks: ['reason'], send: ({ personId, reason }: Input) => liftFactors(personId, reason) },
  erase: { asks: ['email'], send: ({ personId, email }: Input) => eraseCustomer(personId, email) },
} as const satisfies Record<string, { asks: readonly FieldName[]; send: (input: Input) => Promise<unknown> }>

type CustomerActionProps = {
  action: keyof typeof ACTIONS
  personId: string
  requestId?: string
  creditId?: string
  /** The address that it is about, where none is typed. */
  email?: string
  name?: string
}

/** A button for something that is done about a customer. */
export function CustomerAction({
  action,
  personId,
  requestId = '',
  creditId = '',
  email = '',
  name,
}: CustomerActionProps) {
  const t = useTranslations('admin-customers.act')
  const tAction = useTranslations('action')
  const press = t(`${action}.press`)
  const { asks, send } = ACTIONS[action]
  const fields: Record<FieldName, FormField> = {
    // Of somebody who is erased it is typed once more, and compared there.
    email: { kind: 'email', name: 'email', label: t(action === 'erase' ? 'typed' : 'email'), reasons: ['typed'] },
    amount: { kind: 'text', name: 'amount', label: t('amount'), dir: 'ltr', inputMode: 'decimal', maxLength: 40 },
    until: { kind: 'date', name: 'until', label: t('until'), dir: 'ltr', isOptional: true },
    reason: REASON,
  }

  return (
    <ActionButton
      title={press}
      effect={t(`${action}.effect`)}
      press={press}
      fields={asks.map((field) => fields[field])}
      tone={action === 'erase' ? 'danger' : 'primary'}
      variant="small"
      name={name ? `${press} ${name}` : undefined}
      roomTexts={t}
      send={(values, onceKey): Promise<unknown> =>
        send({ personId, requestId, creditId, onceKey, ...({ email, ...values } as Record<FieldName, string>) })
      }
      tell={(answer) => (isWaiting(answer) ? t('waiting') : tAction('done'))}
    />
  )
}

function isWaiting(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'outcome' in answer && answer.outcome === 'waiting'
}

'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Sum } from '#components/ui/admin/sum.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { makeOrders } from '#lib/checkout/client/backoffice.ts'
import type { StaffOrderCheck, StaffOrderInput, StaffOrderResult } from '#lib/checkout/rules/staff-order.ts'

type CheckedOrderProps = {
  check: StaffOrderCheck
  onceKey: string
  input: Omit<StaffOrderInput, 'seenMinor'>
  onMade: (rows: StaffOrderResult[]) => void
  onProblem: (thrown: unknown) => void
}

/** What would be made, row by row, and the press that makes it. The key stays: pressed twice, it is made once. */
export function CheckedOrder({ check, onceKey, input, onMade, onProblem }: CheckedOrderProps) {
  const t = useTranslations('admin-hands.new')
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

'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { useReport } from '#components/reconciliation/admin/outcomes.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { TextField } from '#components/ui/field.tsx'
import { type RequestFailure, toFailure } from '#lib/core/client/ask.ts'
import { actOnDiscrepancy } from '#lib/reconciliation/client/reconciliation.ts'
import type { DecisionResult } from '#lib/reconciliation/schema.ts'

const AT_ONCE = ['look_again', 'finish', 'fetch_details']
const WITH_NUMBER = 'link'

type DiscrepancyActsProps = { id: string; kind: string; title: string; acts: string[]; likely: string[] }

/** What can be done about a discrepancy. Everything that changes something says what will happen and asks why, once. */
export function DiscrepancyActs({ id, kind, title, acts, likely }: DiscrepancyActsProps) {
  const t = useTranslations('admin-reconciliation')
  const router = useRouter()
  const report = useReport()
  const [chosen, setChosen] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function send(act: string, input: { reason: string; orderNumber?: string }) {
    setSending(true)
    try {
      const { result } = await actOnDiscrepancy(id, { act, ...input })
      report({ tone: TONES[result], title, text: t(`result.${result}`, { act: t(`act.${act}`) }) })
      setChosen(null)
      router.refresh()
    } catch (thrown) {
      report({ tone: 'bad', title, text: refusalText(t, toFailure(thrown)) })
      setChosen(null)
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      <div className="a-row">
        {acts.map((act, index) => (
          <Button
            key={act}
            tone={index === 0 ? 'ink' : 'outline'}
            disabled={isSending}
            onClick={() => (AT_ONCE.includes(act) ? send(act, { reason: '' }) : setChosen(act))}
          >
            {t(`act.${act}`)}
          </Button>
        ))}
      </div>
      {chosen === null ? null : (
        <ActDialog
          act={chosen}
          kind={kind}
          title={title}
          likely={likely}
          isSending={isSending}
          onClose={() => setChosen(null)}
          onSend={(input) => send(chosen, input)}
        />
      )}
    </>
  )
}

const TONES: Record<DecisionResult, 'good' | 'wait' | 'bad'> = {
  closed: 'good',
  asked: 'wait',
  differs: 'wait',
  no_answer: 'bad',
  waiting: 'wait',
}

type ActDialogProps = {
  act: string
  kind: string
  title: string
  likely: string[]
  isSending: boolean
  onClose: () => void
  onSend: (input: { reason: string; orderNumber?: string }) => void
}

function ActDialog({ act, kind, title, likely, isSending, onClose, onSend }: ActDialogProps) {
  const t = useTranslations('admin-reconciliation')
  const id = useId()
  const [reason, setReason] = useState('')
  const [number, setNumber] = useState(likely[0] ?? '')
  const [isMissing, setMissing] = useState(false)
  const needsNumber = act === WITH_NUMBER && kind === 'upstream_order_unknown'

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (reason.trim() === '') return setMissing(true)
    onSend({ reason: reason.trim(), ...(needsNumber ? { orderNumber: number.trim() } : {}) })
  }

  return (
    <Dialog isOpen onClose={onClose} labelledBy={`${id}-title`}>
      <form className="a-pb-stack" noValidate onSubmit={submit}>
        <h2 id={`${id}-title`}>{t(`act.${act}`)}</h2>
        <p className="a-strong">{title}</p>
        <p>{knownWords(t, 'what', t.has(`what.${act}_${kind}`) ? `${act}_${kind}` : act)}</p>
        {needsNumber ? (
          <TextField
            id={`${id}-number`}
            label={t('orderNumber')}
            hint={likely.length > 0 ? t('likely', { numbers: likely.join(', ') }) : t('likelyNone')}
            value={number}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            onChange={({ target }) => setNumber(target.value)}
          />
        ) : null}
        <TextField
          id={`${id}-reason`}
          label={t('reason')}
          hint={t('reasonHint')}
          error={isMissing ? t('reasonMissing') : null}
          value={reason}
          maxLength={500}
          autoComplete="off"
          onChange={({ target }) => {
            setReason(target.value)
            setMissing(false)
          }}
        />
        <div className="a-row">
          <Button type="submit" tone="primary" disabled={isSending}>
            {t(isSending ? 'sending' : 'confirm', { act: t(`act.${act}`) })}
          </Button>
          <Button onClick={onClose}>{t('back')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function refusalText(t: unknown, { code, details }: RequestFailure): string {
  const reason = typeof details.reason === 'string' ? details.reason : ''
  const told = knownWords(t, 'refused', reason)
  if ((code === 'conflict' || code === 'forbidden') && told !== reason) return told
  const known = knownWords(t, 'failed', code)

  return known === code ? knownWords(t, 'failed', 'internal') : known
}

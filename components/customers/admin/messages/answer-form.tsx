'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { toFailure } from '#lib/core/client/ask.ts'
import { settleMessage } from '#lib/customers/client/messages.ts'

const KNOWN = ['conflict', 'unauthenticated', 'offline'] as const

/** Answers a message by mail, or puts it aside. What was typed stays when it is refused. */
export function AnswerForm({ id, reference }: { id: string; reference: string }) {
  const t = useTranslations('admin-messages')
  const router = useRouter()
  const [answer, setAnswer] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const field = `answer-${id}`

  const settle = async (text: string | null) => {
    setSending(true)
    setProblem(null)
    try {
      await settleMessage(id, text)
      router.refresh()
    } catch (error) {
      const { code } = toFailure(error)
      setProblem(t(`failed.${KNOWN.find((known) => known === code) ?? 'internal'}`))
      setSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (answer.trim().length >= 3) return void settle(answer.trim())
    setProblem(t('failed.empty'))
    document.getElementById(field)?.focus()
  }

  return (
    <form className="a-pb-stack max-w-[46rem]" onSubmit={submit}>
      <Field id={field} label={t('answer', { reference })} hint={t('answerHelp')}>
        <textarea
          id={field}
          className="input"
          rows={5}
          maxLength={4_000}
          value={answer}
          aria-describedby={`${field}-hint`}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </Field>
      {problem ? (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      ) : null}
      <p className="flex flex-wrap gap-2">
        <Button type="submit" tone="ink" disabled={isSending}>
          {t('send')}
        </Button>
        <Button disabled={isSending} onClick={() => void settle(null)}>
          {t('aside')}
        </Button>
      </p>
    </form>
  )
}

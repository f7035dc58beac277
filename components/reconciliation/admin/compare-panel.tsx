'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { toFailure } from '#lib/core/client/ask.ts'
import { compareWindow, comparingQuery } from '#lib/reconciliation/client/reconciliation.ts'

const THREE_HOURS_MS = 3 * 3_600_000
const DAY_MS = 86_400_000

type ComparePanelProps = { isComparing: boolean; mayCompare: boolean; today: string; before: string }

/** Compares the last three hours now, or any window; the page is read again when it is done. Days are in UTC. */
export function ComparePanel({ isComparing, mayCompare, today, before }: ComparePanelProps) {
  const t = useTranslations('admin-reconciliation.compare')
  const { data, start, problem } = useComparing(isComparing)
  const id = useId()
  const [from, setFrom] = useState(before)
  const [to, setTo] = useState(today)
  if (!mayCompare) return <p className="a-emptyline a-meta">{t('notAllowed')}</p>

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    start(new Date(`${from}T00:00:00Z`), new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS))
  }

  return (
    <div className="a-pb a-pb-stack">
      <div className="a-row">
        <Button
          tone="ink"
          disabled={data.isComparing}
          onClick={() => start(new Date(Date.now() - THREE_HOURS_MS), new Date())}
        >
          {t(data.isComparing ? 'running' : 'now')}
        </Button>
        <span role="status" className="a-meta">
          {data.isComparing ? t('runningHint') : t('hint')}
        </span>
      </div>
      <form className="a-window" noValidate onSubmit={submit}>
        <TextField
          id={`${id}-from`}
          type="date"
          label={t('from')}
          value={from}
          max={to}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          id={`${id}-to`}
          type="date"
          label={t('to')}
          value={to}
          min={from}
          max={today}
          onChange={({ target }) => setTo(target.value)}
        />
        <Button type="submit" disabled={data.isComparing || from === '' || to === ''}>
          {t('window')}
        </Button>
      </form>
      {problem ? (
        <p role="alert" className="field-error">
          {problem}
        </p>
      ) : null}
    </div>
  )
}

function useComparing(initial: boolean) {
  const t = useTranslations('admin-reconciliation')
  const client = useQueryClient()
  const router = useRouter()
  const query = comparingQuery({ isComparing: initial })
  const { data } = useQuery(query)
  const [problem, setProblem] = useState<string | null>(null)
  const was = useRef(data.isComparing)

  useEffect(() => {
    if (was.current && !data.isComparing) router.refresh()
    was.current = data.isComparing
  }, [data.isComparing, router])

  async function start(from: Date, until: Date) {
    setProblem(null)
    try {
      await compareWindow(from, until)
      client.setQueryData(query.queryKey, { isComparing: true })
    } catch (thrown) {
      const { code } = toFailure(thrown)
      const known = knownWords(t, 'failed', code)
      setProblem(known === code ? t('failed.internal') : known)
    }
  }

  return { data, start, problem }
}

'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { Form } from '#components/ui/admin/form.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { compareWindow, comparingQuery } from '#lib/reconciliation/client/reconciliation.ts'

const THREE_HOURS_MS = 3 * 3_600_000
const DAY_MS = 86_400_000

type ComparePanelProps = { isComparing: boolean; mayCompare: boolean; today: string; before: string }

/** Compares the last three hours now, or any window; the page is read again when it is done. Days are in UTC. */
export function ComparePanel({ isComparing, mayCompare, today, before }: ComparePanelProps) {
  const t = useTranslations('admin-reconciliation.compare')
  const { data, noteStart } = useComparing(isComparing)
  const compare = useAction({
    send: ({ from, to }: { from: string; to: string } | { from: null; to: null }) =>
      from === null
        ? compareWindow(new Date(Date.now() - THREE_HOURS_MS), new Date())
        : compareWindow(new Date(`${from}T00:00:00Z`), new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS)),
    tell: () => null,
    onDone: noteStart,
    isRead: false,
  })
  if (!mayCompare) return <p className="a-emptyline a-meta">{t('notAllowed')}</p>

  return (
    <div className="grid gap-3 p-3.5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <Button tone="ink" disabled={data.isComparing} onClick={() => compare.run({ from: null, to: null })}>
          {t(data.isComparing ? 'running' : 'now')}
        </Button>
        <span role="status" className="a-meta">
          {data.isComparing ? t('runningHint') : t('hint')}
        </span>
      </div>
      <Form
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] items-end gap-2 *:last:col-span-full *:last:justify-self-start"
        action={compare}
        fields={[
          { kind: 'date', name: 'from', label: t('from'), defaultValue: before, max: today },
          { kind: 'date', name: 'to', label: t('to'), defaultValue: today, max: today },
        ]}
        press={t('window')}
        tone="outline"
        isReady={!data.isComparing}
        isKept
      />
    </div>
  )
}

function useComparing(initial: boolean) {
  const client = useQueryClient()
  const router = useRouter()
  const query = comparingQuery({ isComparing: initial })
  const { data } = useQuery(query)
  // A comparison that somebody else began comes with the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what the page says, and not its own keys.
  useEffect(() => {
    if (initial) client.setQueryData(query.queryKey, { isComparing: initial })
  }, [initial])
  const was = useRef(data.isComparing)

  useEffect(() => {
    if (was.current && !data.isComparing) router.refresh()
    was.current = data.isComparing
  }, [data.isComparing, router])

  return { data, noteStart: () => client.setQueryData(query.queryKey, { isComparing: true }) }
}

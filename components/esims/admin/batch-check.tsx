'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { hasWords } from '#components/ui/admin/known-words.ts'
import { DataTable } from '#components/ui/admin/list-table.tsx'
import { Mark, type MarkTone, Panel } from '#components/ui/admin/panel.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { toFailure } from '#lib/core/client/ask.ts'
import { checkedFile } from '#lib/core/client/checked-file.ts'
import { saveFile } from '#lib/core/client/save-file.ts'
import { type CheckAnswer, checkNumbers } from '#lib/esims/client/staff-esims.ts'
import type { CheckOutcome } from '#lib/esims/rules/admin-esims.ts'

/** Pasted card numbers, and what the network says about each. What was pasted stays when it could not be sent. */
export function BatchCheck({ most, mayExport }: { most: number; mayExport: boolean }) {
  const t = useTranslations('admin-desk.check')
  const id = useId()
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<CheckAnswer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setAsking(true)
    setProblem(null)
    try {
      setAnswer(await checkNumbers(text))
    } catch (thrown) {
      const { code, details } = toFailure(thrown)
      const word = typeof details.reason === 'string' ? details.reason : code
      setProblem(t(`failed.${hasWords(t, 'failed', word) ? word : 'internal'}` as 'failed.internal', { most }))
    } finally {
      setAsking(false)
    }
  }

  return (
    <Panel id={`${id}-title`} title={t('title')} hint={t('hint')}>
      <form className="a-pb a-pb-stack" onSubmit={submit}>
        <Field id={`${id}-numbers`} label={t('label', { most })} error={problem}>
          <textarea
            id={`${id}-numbers`}
            className="input a-paste"
            rows={4}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-numbers-error` : undefined}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <div className="a-row">
          <Button type="submit" tone="ink" disabled={isAsking}>
            {t(isAsking ? 'asking' : 'press')}
          </Button>
          <span role="status" className="a-meta">
            {answer ? t('done', { rows: answer.rows.length, calls: answer.calls }) : ''}
          </span>
          {answer && mayExport ? <Button onClick={() => save(answer)}>{t('file')}</Button> : null}
        </div>
      </form>
      {answer ? <CheckedTable rows={answer.rows} /> : null}
    </Panel>
  )
}

// The rows of the answer are here alone: the check that brought them is what the log keeps.
function save({ rows }: CheckAnswer): void {
  saveFile(`checked-cards-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv;charset=utf-8', checkedFile(rows))
}

const TONES: Record<CheckOutcome, MarkTone> = {
  known: 'ok',
  unknown: 'stop',
  no_answer: 'wait',
  unreadable: 'stop',
  repeated: 'plain',
}

type CheckedRow = CheckAnswer['rows'][number]

/** What came of each pasted entry, in the order of the paste. */
function CheckedTable({ rows }: { rows: CheckedRow[] }) {
  const t = useTranslations('admin-desk.check')

  return (
    <div className="a-checked">
      <DataTable
        label={t('title')}
        heads={[t('entry'), t('outcomeHead'), t('profile'), t('device'), t('topUp'), t('expires'), t('ours')]}
      >
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paste may say the same twice, and its rows never move.
          <Row key={index} row={row} />
        ))}
      </DataTable>
    </div>
  )
}

function Row({ row }: { row: CheckedRow }) {
  const t = useTranslations('admin-desk.check')
  const flag = (value: boolean | null) => (value === null ? t('unsaid') : t(value ? 'yes' : 'no'))
  const isSaid = row.outcome === 'known' || row.outcome === 'unknown'

  return (
    <tr>
      <th scope="row">
        <bdi className="a-id">{row.text}</bdi>
      </th>
      <td className="a-wrap">
        <Mark tone={TONES[row.outcome]}>{t(`outcome.${row.outcome}`)}</Mark>
        {row.said && row.outcome === 'unknown' ? (
          <span className="a-sub">
            <bdi>{row.said}</bdi>
          </span>
        ) : null}
      </td>
      <td>{isSaid ? <bdi>{row.profileStatus ?? t('unsaid')}</bdi> : ''}</td>
      <td>{isSaid ? flag(row.hasDevice) : ''}</td>
      <td>{isSaid ? flag(row.canTopUp) : ''}</td>
      <td>
        {row.expiresAt ? <LocalTime at={new Date(row.expiresAt)} show="short_date" /> : isSaid ? t('unsaid') : ''}
      </td>
      <td>
        {row.esim ? (
          <GoLink className="a-id a-link" href={`/admin/esims/${row.esim.id}`}>
            {row.esim.number}
          </GoLink>
        ) : row.outcome === 'unreadable' ? (
          ''
        ) : (
          t('notOurs')
        )}
      </td>
    </tr>
  )
}

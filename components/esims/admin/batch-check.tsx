'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Form } from '#components/ui/admin/form.tsx'
import { DataTable } from '#components/ui/admin/list-table.tsx'
import { Mark, type MarkTone, Panel } from '#components/ui/admin/panel.tsx'
import { EsimLink } from '#components/ui/admin/record-links.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { checkedFile } from '#lib/core/client/checked-file.ts'
import { saveFile } from '#lib/core/client/save-file.ts'
import { type CheckAnswer, checkNumbers } from '#lib/esims/client/staff-esims.ts'
import type { CheckOutcome } from '#lib/esims/rules/admin-esims.ts'

/** Pasted card numbers, and what the network says about each. What was pasted stays when it could not be sent. */
export function BatchCheck({ max, mayExport }: { max: number; mayExport: boolean }) {
  const t = useTranslations('admin-desk.check')
  const id = useId()
  const [answer, setAnswer] = useState<CheckAnswer | null>(null)
  const labels = (key: string) => t(key as 'press', { most: max })
  const check = useAction({
    send: ({ text }: { text: string }) => checkNumbers(text),
    roomTexts: Object.assign(labels, { has: t.has }),
    tell: ({ rows, calls }) => t('done', { rows: rows.length, calls }),
    onDone: setAnswer,
    isRead: false,
  })

  return (
    <Panel id={`${id}-title`} title={t('title')} hint={t('hint')}>
      <Form
        className="grid gap-3 p-3.5"
        action={check}
        fields={[
          {
            kind: 'long',
            name: 'text',
            label: t('label', { most: max }),
            wrong: t('failed.nothing'),
            reasons: ['nothing', 'too_many', 'too_large'],
            className: 'w-full resize-y tabular-nums slashed-zero',
            rows: 4,
            dir: 'ltr',
            spellCheck: false,
            autoComplete: 'off',
          },
        ]}
        press={t('press')}
        busy={t('asking')}
        beside={answer && mayExport ? <Button onClick={() => save(answer)}>{t('file')}</Button> : null}
        isKept
      />
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
  const tEsims = useTranslations('admin-desk')
  const tLabel = useTranslations('admin.label')

  return (
    <div className="max-h-[60vh] overflow-y-auto">
      <DataTable
        label={t('title')}
        heads={[
          t('entry'),
          tLabel('outcome'),
          tEsims('card.fact.profile'),
          t('device'),
          t('topUp'),
          tEsims('card.expires'),
          t('ours'),
        ]}
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
  const tLabel = useTranslations('admin.label')
  const flag = (value: boolean | null) => (value === null ? t('unsaid') : tLabel(value ? 'yes' : 'no'))
  const isSaid = row.outcome === 'known' || row.outcome === 'unknown'

  return (
    <tr>
      <th scope="row">
        <bdi className="a-id">{row.text}</bdi>
      </th>
      <td className="whitespace-normal phone:min-w-32">
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
        <EsimLink id={row.esim?.id} iccid={row.esim?.number} none={row.outcome === 'unreadable' ? '' : t('notOurs')} />
      </td>
    </tr>
  )
}

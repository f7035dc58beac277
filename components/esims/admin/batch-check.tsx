'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Form } from '#components/ui/admin/form.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
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
  const isSaid = ({ outcome }: CheckedRow) => outcome === 'known' || outcome === 'unknown'
  const flag = (row: CheckedRow, value: boolean | null) =>
    isSaid(row) ? (value === null ? t('unsaid') : tLabel(value ? 'yes' : 'no')) : ''

  return (
    <div className="max-h-[60vh] overflow-y-auto">
      <ListTable
        label={t('title')}
        rows={rows}
        // A paste may say the same twice, and its rows never move.
        keyOf={(_, place) => place}
        first={[
          { head: t('entry'), isName: true, cell: ({ text }) => <bdi className="a-id">{text}</bdi> },
          {
            ...{ head: tLabel('outcome'), className: 'whitespace-normal phone:min-w-32' },
            cell: ({ outcome, said }) => (
              <>
                <Mark tone={TONES[outcome]}>{t(`outcome.${outcome}`)}</Mark>
                {said && outcome === 'unknown' ? (
                  <span className="a-sub">
                    <bdi>{said}</bdi>
                  </span>
                ) : null}
              </>
            ),
          },
          {
            head: tEsims('card.fact.profile'),
            cell: (row) => (isSaid(row) ? <bdi>{row.profileStatus ?? t('unsaid')}</bdi> : ''),
          },
          { head: t('device'), cell: (row) => flag(row, row.hasDevice) },
          { head: t('topUp'), cell: (row) => flag(row, row.canTopUp) },
          {
            head: tEsims('card.expires'),
            cell: (row) =>
              row.expiresAt ? (
                <LocalTime at={new Date(row.expiresAt)} show="short_date" />
              ) : isSaid(row) ? (
                t('unsaid')
              ) : (
                ''
              ),
          },
          {
            head: t('ours'),
            cell: ({ esim, outcome }) => (
              <EsimLink id={esim?.id} iccid={esim?.number} none={outcome === 'unreadable' ? '' : t('notOurs')} />
            ),
          },
        ]}
      />
    </div>
  )
}

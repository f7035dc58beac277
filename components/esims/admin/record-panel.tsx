'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { HistoryPart, RecordPart } from '#components/esims/admin/record-parts.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { type RecordAnswer, readRecord } from '#lib/esims/client/cards.ts'

type RecordPanelProps = { cardId: string; isOn: boolean; mayAsk: boolean }

/** The network's own record and history of a card, asked for by a press. Says what is missing where it is off. */
export function CardRecordPanel({ cardId, isOn, mayAsk }: RecordPanelProps) {
  const t = useTranslations('admin-desk.card')
  const [answer, setAnswer] = useState<RecordAnswer | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [isAsking, setAsking] = useState(false)

  async function read() {
    setAsking(true)
    setFailed(false)
    try {
      setAnswer(await readRecord(cardId))
    } catch {
      setFailed(true)
    } finally {
      setAsking(false)
    }
  }

  return (
    <Panel
      id="card-record"
      title={t('record')}
      beside={
        isOn && mayAsk ? (
          <span className="a-row a-ph-end">
            <span className="a-meta">{t('recordHint')}</span>
            <Button size="small" disabled={isAsking} onClick={read}>
              {t(isAsking ? 'asking' : 'ask')}
            </Button>
          </span>
        ) : null
      }
    >
      {isOn ? null : <p className="a-emptyline">{t('recordOff')}</p>}
      {isOn && !mayAsk ? <p className="a-emptyline">{t('recordNotAllowed')}</p> : null}
      <div role="status">
        {hasFailed ? <Notice tone="bad">{t('askFailed')}</Notice> : null}
        {answer?.isOn ? (
          <>
            <p className="a-emptyline">
              {t.rich('recordAt', { at: () => <LocalTime at={new Date(answer.at)} show="moment" /> })}
            </p>
            <RecordPart heard={answer.record} />
            <HistoryPart heard={answer.history} />
          </>
        ) : null}
      </div>
    </Panel>
  )
}

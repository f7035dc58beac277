'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { NetworkStatus } from '#components/reconciliation/admin/sides-table.tsx'
import { AtOnce } from '#components/ui/admin/action-dialog.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { DescriptionList, Panel, PanelPart } from '#components/ui/admin/panel.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { type RecordAnswer, readRecord } from '#lib/esims/client/staff-esims.ts'

/** The network's own record and history of an eSIM, asked for by a press. Says what is missing where it is off. */
export function EsimRecordPanel({ esimId, isOn, canRequest }: { esimId: string; isOn: boolean; canRequest: boolean }) {
  const t = useTranslations('admin-desk.card')
  const tAdmin = useTranslations('admin')
  const [answer, setAnswer] = useState<RecordAnswer | null>(null)

  return (
    <Panel
      id="card-record"
      title={t('record')}
      end={
        isOn && canRequest ? (
          <AtOnce
            press={t('ask')}
            busy={t('asking')}
            hint={t('recordHint')}
            send={() => readRecord(esimId)}
            tell={() => null}
            onDone={setAnswer}
            isRead={false}
          />
        ) : null
      }
    >
      {isOn ? null : <p className="a-emptyline">{t('recordOff')}</p>}
      {isOn && !canRequest ? <p className="a-emptyline">{t('recordNotAllowed')}</p> : null}
      <div role="status">
        {answer?.isOn ? (
          <>
            <p className="a-emptyline">
              {tAdmin.rich('readAt', { at: () => <LocalTime at={new Date(answer.at)} show="moment" /> })}
            </p>
            <RecordPart heard={answer.record} />
            <HistoryPart heard={answer.history} />
          </>
        ) : null}
      </div>
    </Panel>
  )
}

type Answered = Extract<RecordAnswer, { isOn: true }>
type RecordRefusal = { problem: string; code: number | null }

/** The network's record of an eSIM, or why there is none. */
function RecordPart({ heard }: { heard: Answered['record'] }) {
  const t = useTranslations('admin-desk.card')
  const tLabel = useTranslations('admin.label')
  const flag = (value: boolean | null) => (value === null ? t('notReported') : tLabel(value ? 'yes' : 'no'))

  return (
    <PanelPart title={t('recordPart')}>
      {heard.isRead ? (
        <DescriptionList
          pairs={[
            { name: tLabel('created'), value: heard.said.createdOn ?? t('notReported') },
            { name: t('expires'), value: heard.said.expiresOn ?? t('notReported') },
            { name: t('fact.profile'), value: heard.said.profileStatus ?? t('notReported') },
            { name: t('device'), value: flag(heard.said.hasDevice) },
            { name: t('canTopUp'), value: flag(heard.said.canTopUp) },
            { name: t('networks'), value: heard.said.networks.join(', ') || t('notReported') },
          ]}
        />
      ) : (
        <Refusal refusal={heard} />
      )}
    </PanelPart>
  )
}

/** The orders of an eSIM as the network tells them, or why there are none. */
function HistoryPart({ heard }: { heard: Answered['history'] }) {
  const t = useTranslations('admin-desk')
  const tLabel = useTranslations('admin.label')
  const at = (text: string | null) =>
    text === null ? t('card.notReported') : <LocalTime at={new Date(text)} show="moment" />

  return (
    <PanelPart title={tLabel('history')}>
      {heard.isRead ? (
        <ListTable
          label={tLabel('history')}
          rows={heard.said.flatMap(planRows)}
          keyOf={({ order, name, beginsAt }) => `${order.orderNum}-${name}-${beginsAt}`}
          empty={t('card.historyEmpty')}
          first={[
            {
              ...{ head: tLabel('providerOrder'), className: 'a-id', isName: true },
              cell: ({ order }) => order.orderNum ?? t('card.notReported'),
            },
            {
              ...{ head: tLabel('plan'), className: 'whitespace-normal phone:min-w-32' },
              cell: ({ order, name }) => <bdi>{name ?? order.plan ?? t('card.notReported')}</bdi>,
            },
            { head: tLabel('state'), cell: ({ order }) => <NetworkStatus status={order.status} /> },
            { head: tLabel('placed'), cell: ({ order }) => at(order.createdAt) },
            {
              head: t('cards.used'),
              cell: ({ usedMb }) => (usedMb === null ? t('card.notReported') : t('cards.megabytes', { mb: usedMb })),
            },
            { head: t('card.began'), cell: ({ beginsAt }) => at(beginsAt) },
            { head: t('card.ends'), cell: ({ endsAt }) => at(endsAt) },
          ]}
        />
      ) : (
        <Refusal refusal={heard} />
      )}
    </PanelPart>
  )
}

type Order = Extract<Answered['history'], { isRead: true }>['said'][number]

function planRows(order: Order) {
  const plans = order.plans.length > 0 ? order.plans : [{ name: null, usedMb: null, beginsAt: null, endsAt: null }]

  return plans.map((plan) => ({ order, ...plan }))
}

function Refusal({ refusal: { code, problem } }: { refusal: RecordRefusal }) {
  const t = useTranslations('admin-desk.card')
  const tAdmin = useTranslations('admin')
  if (code === 400108 || code === 400109) return <Notice tone="wait">{t(`refused.${code}`)}</Notice>
  if (code !== null) return <Notice tone="wait">{t('refused.other', { code })}</Notice>

  return <Notice tone="wait">{t('refused.silent', { problem: knownLabel(tAdmin, 'failure', problem) })}</Notice>
}

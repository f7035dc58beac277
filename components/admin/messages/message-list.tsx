import { getTranslations } from 'next-intl/server'
import { GoLink } from '#components/admin/go-link.tsx'
import { Mark } from '#components/admin/mark.tsx'
import { AnswerForm } from '#components/admin/messages/answer-form.tsx'
import { Panel } from '#components/admin/panel.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { StaffMessage } from '#lib/domain/customer-message.ts'

/** Messages with what their senders' browsers told, and a field to answer those that wait. */
export function MessageList({ messages, mayAnswer }: { messages: StaffMessage[]; mayAnswer: boolean }) {
  return (
    <div className="a-stack">
      {messages.map((message) => (
        <Message key={message.id} message={message} mayAnswer={mayAnswer} />
      ))}
    </div>
  )
}

async function Message({ message, mayAnswer }: { message: StaffMessage; mayAnswer: boolean }) {
  const t = await getTranslations('admin-messages')
  const { id, reference, topic, order, email, text, facts, createdAt, closedAt, answer, answeredBy } = message

  return (
    <Panel
      id={id}
      title={<bdi>{reference}</bdi>}
      beside={
        <>
          <Mark tone={closedAt ? 'plain' : 'wait'}>{t(`topic.${topic}`)}</Mark>
          <span className="a-meta">
            <LocalTime at={createdAt} show="date_time" />
          </span>
        </>
      }
    >
      <div className="a-pb a-pb-stack">
        <p className="a-sub">
          {email ? <bdi>{email}</bdi> : t('masked')}
          {order ? (
            <>
              {' · '}
              <GoLink className="a-link" href={`/admin/orders/${order.id}`}>
                <bdi>{order.number}</bdi>
              </GoLink>
            </>
          ) : null}
        </p>
        <p className="a-quote" dir="auto">
          {text}
        </p>
        <p className="a-sub">
          {t('facts', { page: facts.page || t('notReported'), device: facts.device || t('notReported') })}
        </p>
        {closedAt ? (
          <>
            <p className="a-sub">
              {t.rich(answer === null ? 'putAside' : 'answered', {
                who: answeredBy ?? t('somebody'),
                at: () => <LocalTime at={closedAt} show="date_time" />,
              })}
            </p>
            {answer === null ? null : (
              <p className="a-quote" dir="auto">
                {answer}
              </p>
            )}
          </>
        ) : mayAnswer ? (
          <AnswerForm id={id} reference={reference} />
        ) : null}
      </div>
    </Panel>
  )
}

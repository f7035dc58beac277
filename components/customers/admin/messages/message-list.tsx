import { getTranslations } from 'next-intl/server'
import { AnswerForm, HeldMessages } from '#components/customers/admin/messages/answer-form.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ColumnMenu } from '#components/ui/admin/bulk/column-menu.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { Mark, Panel } from '#components/ui/admin/panel.tsx'
import { LISTS, type ListColumn } from '#lib/core/rules/lists.ts'
import type { StaffMessage } from '#lib/customers/queries/admin-messages.ts'
import type { MessageFilter } from '#lib/customers/rules/customer-message.ts'

/** Returns the address of the list of messages with a filter in it. */
export function messageAddress(filter: Partial<MessageFilter>): string {
  return filterAddress('/admin/messages', filter)
}

type Hidden = readonly ListColumn<'messages'>[]
type MessageListProps = {
  /** The address of the list: another one holds nothing of this. */
  address: string
  messages: StaffMessage[]
  mayAnswer: boolean
  hidden: Hidden
  /** Why there is nothing, where there is nothing. */
  empty: string
}

/** Messages with what their senders' browsers told, and a field to answer those that wait. */
export function MessageList({ address, messages, mayAnswer, hidden, empty }: MessageListProps) {
  const rows = messages.map((message) => ({
    id: message.id,
    node: <Message {...{ message, mayAnswer, hidden }} />,
  }))

  return <HeldMessages key={address} rows={rows} empty={<p className="a-emptyline">{empty}</p>} />
}

/** Lets a person choose what the messages say besides their text. */
export async function MessageColumns({ hidden }: { hidden: Hidden }) {
  const t = await getTranslations('admin-messages.column')
  const columns = LISTS.messages.columns.map((name) => ({ name, label: t(name) }))

  return <ColumnMenu list="messages" columns={columns} hidden={hidden} />
}

type MessageProps = { message: StaffMessage; mayAnswer: boolean; hidden: Hidden }

async function Message({ message, mayAnswer, hidden }: MessageProps) {
  const t = await getTranslations('admin-messages')
  const { id, reference, topic, text, facts, createdAt, closedAt, answer, answeredBy, isErased } = message
  const isShown = (column: ListColumn<'messages'>) => !hidden.includes(column)

  return (
    <Panel
      id={id}
      title={<bdi>{reference}</bdi>}
      beside={
        <>
          {isShown('topic') ? <Mark tone={closedAt ? 'plain' : 'wait'}>{t(`topic.${topic}`)}</Mark> : null}
          {isShown('written') ? (
            <span className="a-meta">
              <LocalTime at={createdAt} show="date_time" />
            </span>
          ) : null}
        </>
      }
    >
      <div className="grid gap-3 p-3.5">
        <Sender {...{ message, hidden }} />
        <p className="border-s-2 border-line ps-3 wrap-anywhere whitespace-pre-line" dir="auto">
          {text}
        </p>
        {isShown('facts') ? (
          <p className="a-sub">
            {t('facts', { page: facts.page || t('notReported'), device: facts.device || t('notReported') })}
          </p>
        ) : null}
        {closedAt && isErased ? null : closedAt ? (
          <>
            <p className="a-sub">
              {t.rich(answer === null ? 'putAside' : 'answered', {
                who: answeredBy ?? t('somebody'),
                at: () => <LocalTime at={closedAt} show="date_time" />,
              })}
            </p>
            {answer === null ? null : (
              <p className="border-s-2 border-line ps-3 wrap-anywhere whitespace-pre-line" dir="auto">
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

/** Whoever wrote, with what was bought by that address. */
function writerOf(email: string) {
  return (
    <Link className="a-link" href={filterAddress('/admin/customers', { q: email })}>
      <bdi>{email}</bdi>
    </Link>
  )
}

/** Who wrote, and about which order. */
async function Sender({ message: { email, isErased, order }, hidden }: Pick<MessageProps, 'message' | 'hidden'>) {
  const t = await getTranslations('admin-messages')
  const tCustomers = await getTranslations('admin-customers')
  const name = isErased ? tCustomers('erased') : email ? writerOf(email) : t('masked')
  const writer = hidden.includes('customer') ? null : name
  const about = hidden.includes('order') ? null : order
  if (writer === null && about === null) return null

  return (
    <p className="a-sub">
      {writer}
      {writer && about ? ' · ' : null}
      {about ? (
        <Link className="a-link" href={`/admin/orders/${about.id}`}>
          <bdi>{about.number}</bdi>
        </Link>
      ) : null}
    </p>
  )
}

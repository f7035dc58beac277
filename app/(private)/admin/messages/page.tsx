import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { MessageColumns, MessageList, messageAddress } from '#components/customers/admin/messages/message-list.tsx'
import { ListHead, ListPager, SearchForm } from '#components/ui/admin/list-page.tsx'
import { Tabs } from '#components/ui/admin/tabs.tsx'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import { listStaffMessages } from '#lib/customers/queries/admin-messages.ts'
import { type MessageFilter, messageFilterSchema, readMessageSearch } from '#lib/customers/rules/customer-message.ts'
import { openList } from '../list.tsx'
import { adminTitle } from '../staff.ts'

export const generateMetadata = () => adminTitle('messages')

/** What customers wrote: those that wait the longest first. */
export default async function MessagesPage({ searchParams }: PageProps<'/admin/messages'>) {
  const list = await openList('messages', messageFilterSchema, searchParams)
  const { staff, filter, base, hidden } = list
  const { closed, after, q } = filter
  const isClosed = closed !== null
  const { messages, next } = await listStaffMessages(staff, { isClosed, after, q })
  const t = await getTranslations('admin-messages')
  const tAdmin = await getTranslations('admin')

  return (
    <StaffMessages namespace="admin-messages">
      <ListHead list={list} title={tAdmin('area.messages')}>
        <MessageColumns hidden={hidden} />
      </ListHead>
      <SearchForm
        key={messageAddress(base)}
        {...{ id: 'message-search', action: '/admin/messages', text: q, kept: { closed }, maxLength: 254, dir: 'ltr' }}
        label={t('search')}
        all={messageAddress({ closed })}
      />
      <Tabs
        {...{ label: t('tabs'), all: [null, '1'], here: isClosed ? '1' : null }}
        href={(one) => messageAddress({ q, closed: one })}
        name={(one) => (one ? t('closed') : tAdmin('label.waiting'))}
      />
      <MessageList
        {...{ messages, hidden, address: messageAddress(filter), empty: t(whyEmpty(staff, filter)) }}
        mayAnswer={can(staff, 'messages.answer')}
      />
      <ListPager
        {...{ list, older: next }}
        labels={{ label: tAdmin('label.pages'), before: tAdmin('label.firstPage'), next: t('more') }}
      />
    </StaffMessages>
  )
}

function whyEmpty(staff: StaffMember, { q, closed }: MessageFilter) {
  if (q === '') return closed === null ? 'noneOpen' : 'noneClosed'
  const search = readMessageSearch(q)
  if (search?.kind === 'email' && !can(staff, 'persons.see')) return 'notAllowed'

  return search ? 'noneFound' : 'unreadable'
}

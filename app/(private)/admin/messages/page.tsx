import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { messageAddress } from '#components/customers/admin/messages/message-address.ts'
import { MessageColumns, MessageList } from '#components/customers/admin/messages/message-list.tsx'
import { ExportLink } from '#components/ui/admin/export-link.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Pager } from '#components/ui/admin/pager.tsx'
import { SearchForm } from '#components/ui/admin/search-form.tsx'
import { TabStrip } from '#components/ui/admin/tab-strip.tsx'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import { listStaffMessages } from '#lib/customers/queries/admin-messages.ts'
import { type MessageFilter, messageFilterSchema, readMessageSearch } from '#lib/customers/rules/admin-messages.ts'
import { adminTitle } from '../admin-title.ts'
import { staffOrSignIn } from '../staff.ts'

type Props = PageProps<'/admin/messages'>

export const generateMetadata = () => adminTitle('messages')

/** What customers wrote: those that wait the longest first. */
export default async function MessagesPage({ searchParams }: Props) {
  const filter = messageFilterSchema.parse(await searchParams)
  const staff = await staffOrSignIn(messageAddress(filter))
  await privateLocale()
  const { closed, after, q } = filter
  const isClosed = closed !== null
  const { messages, next } = await listStaffMessages(staff, { isClosed, after, q })
  const hidden = await getHiddenColumns(staff, 'messages')
  const base = { ...filter, after: null }
  const t = await getTranslations('admin-messages')

  return (
    <StaffMessages namespace="admin-messages">
      <div className="a-head">
        <h1>{t('title')}</h1>
        <MessageColumns hidden={hidden} />
        {can(staff, 'lists.export') ? <ExportLink list="messages" query={messageAddress(base, '').slice(1)} /> : null}
      </div>
      <SearchForm
        key={messageAddress(base)}
        {...{ id: 'message-search', action: '/admin/messages', text: q, kept: { closed }, maxLength: 254, dir: 'ltr' }}
        {...{ label: t('search'), send: t('find') }}
        all={messageAddress({ closed })}
      />
      <TabStrip label={t('tabs')}>
        <GoLink className="a-tab" href={messageAddress({ q })} aria-current={isClosed ? undefined : 'page'}>
          {t('open')}
        </GoLink>
        <GoLink
          className="a-tab"
          href={messageAddress({ q, closed: '1' })}
          aria-current={isClosed ? 'page' : undefined}
        >
          {t('closed')}
        </GoLink>
      </TabStrip>
      {messages.length === 0 ? (
        <p className="a-emptyline">{t(whyEmpty(staff, filter))}</p>
      ) : (
        <MessageList {...{ messages, hidden }} mayAnswer={can(staff, 'messages.answer')} />
      )}
      <Pager
        label={t('pages')}
        before={after ? { href: messageAddress(base), words: t('first') } : null}
        next={next ? { href: messageAddress({ ...base, after: next }), words: t('more') } : null}
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

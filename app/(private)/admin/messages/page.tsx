import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { MessageList } from '#components/admin/messages/message-list.tsx'
import { Pager } from '#components/admin/pager.tsx'
import { TabStrip } from '#components/admin/tab-strip.tsx'
import { can } from '#lib/domain/caller.ts'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { listStaffMessages } from '#lib/queries/admin-messages.ts'
import { adminTitle } from '../admin-title.ts'
import { staffOrSignIn } from '../staff.ts'

type Props = PageProps<'/admin/messages'>

export const generateMetadata = () => adminTitle('messages')

/** What customers wrote: those that wait the longest first. */
export default async function MessagesPage({ searchParams }: Props) {
  const staff = await staffOrSignIn('/admin/messages')
  await privateLocale()
  const { closed, after } = await searchParams
  const isClosed = closed === '1'
  const { messages, next } = await listStaffMessages(staff, {
    isClosed,
    after: typeof after === 'string' ? after : null,
  })
  const t = await getTranslations('admin-messages')

  return (
    <StaffMessages namespace={['admin-messages']}>
      <div className="a-head">
        <h1>{t('title')}</h1>
      </div>
      <TabStrip label={t('tabs')}>
        <GoLink className="a-tab" href="/admin/messages" aria-current={isClosed ? undefined : 'page'}>
          {t('open')}
        </GoLink>
        <GoLink className="a-tab" href="/admin/messages?closed=1" aria-current={isClosed ? 'page' : undefined}>
          {t('closed')}
        </GoLink>
      </TabStrip>
      {messages.length === 0 ? (
        <p className="a-emptyline">{t(isClosed ? 'noneClosed' : 'noneOpen')}</p>
      ) : (
        <MessageList messages={messages} mayAnswer={can(staff, 'messages.answer')} />
      )}
      <Pager
        label={t('pages')}
        before={null}
        next={next ? { href: `/admin/messages?${isClosed ? 'closed=1&' : ''}after=${next}`, words: t('more') } : null}
      />
    </StaffMessages>
  )
}

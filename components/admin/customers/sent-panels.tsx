import { useTranslations } from 'next-intl'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { messageAddress } from '#components/admin/messages/message-address.ts'
import { Panel } from '#components/admin/panel.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { CustomerPage } from '#lib/domain/admin-customers.ts'

type CustomerLettersProps = Pick<CustomerPage, 'withdrawals' | 'mails' | 'messages'>

/** Messages, statements of withdrawal, and mails of the last month: that they are there, never their words. */
export function CustomerLetters({ withdrawals, mails, messages }: CustomerLettersProps) {
  const t = useTranslations('admin-customers')
  const admin = useTranslations('admin')

  return (
    <Panel id="letters" title={t('letters')}>
      {withdrawals.length + mails.length + messages.length === 0 ? (
        <p className="a-emptyline">{t('noLetters')}</p>
      ) : null}
      <ul className="a-plain-list">
        {messages.map(({ id, reference, createdAt, closedAt }) => (
          <li key={id}>
            <GoLink className="a-link" href={messageAddress({ q: reference, closed: closedAt ? '1' : null })}>
              {t('message')} <bdi className="a-id">{reference}</bdi>
            </GoLink>
            <span className="a-sub">
              <LocalTime at={createdAt} show="date_time" /> {t(closedAt ? 'answered' : 'waits')}
            </span>
          </li>
        ))}
        {withdrawals.map(({ id, orderId, orderNumber, confirmedAt, actedAt }) => (
          <li key={id}>
            <b>{t('withdrawal')}</b>{' '}
            <GoLink className="a-id a-link" href={`/admin/orders/${orderId}`}>
              {orderNumber}
            </GoLink>
            <span className="a-sub">
              <LocalTime at={confirmedAt} show="date_time" /> {t(actedAt ? 'actedOn' : 'waits')}
            </span>
          </li>
        ))}
        {mails.map(({ id, kind, orderId, state, at, sentAt }) => (
          <li key={id}>
            {orderId ? (
              <GoLink className="a-link" href={`/admin/orders/${orderId}`}>
                {knownWords(admin, 'mail', kind)}
              </GoLink>
            ) : (
              knownWords(admin, 'mail', kind)
            )}
            <span className="a-sub">
              <LocalTime at={sentAt ?? at} show="date_time" /> {t(`mailState.${state as 'DUE' | 'SENT' | 'GIVEN_UP'}`)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

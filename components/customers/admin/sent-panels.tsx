import { useTranslations } from 'next-intl'
import { messageAddress } from '#components/customers/admin/messages/message-address.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Pager } from '#components/ui/admin/pager.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import type { CustomerEmail, CustomerPage } from '#lib/customers/rules/admin-customers.ts'

type CustomerEmailsProps = CustomerPage['emails'] & {
  /** The customer whose page this is. */
  id: string
}

/** Messages, statements of withdrawal and mails: that they are there, never their words. */
export function CustomerEmails({ id, rows, isFirst, older }: CustomerEmailsProps) {
  const t = useTranslations('admin-customers')
  const address = (emails: string | null) => `${filterAddress(`/admin/customers/${id}`, { emails })}#letters`

  return (
    <Panel id="letters" title={t('letters')}>
      {rows.length === 0 ? <p className="a-emptyline">{t('noLetters')}</p> : null}
      <ul className="a-plain-list">
        {rows.map((email) => (
          <Email key={email.id} email={email} />
        ))}
      </ul>
      <Pager
        label={t('letterPages')}
        before={isFirst ? null : { href: address(null), words: t('newest') }}
        next={older ? { href: address(older), words: t('olderLetters') } : null}
      />
    </Panel>
  )
}

function Email({ email }: { email: CustomerEmail }) {
  const t = useTranslations('admin-customers')
  const admin = useTranslations('admin')
  const { kind, at, name, state, orderId, doneAt } = email
  const order = `/admin/orders/${orderId}`
  if (kind === 'message') {
    return (
      <li>
        <GoLink className="a-link" href={messageAddress({ q: name, closed: doneAt ? '1' : null })}>
          {t('message')} <bdi className="a-id">{name}</bdi>
        </GoLink>
        <span className="a-sub">
          <LocalTime at={at} show="date_time" /> {t(doneAt ? 'answered' : 'waits')}
        </span>
      </li>
    )
  }
  if (kind === 'withdrawal') {
    return (
      <li>
        <b>{t('withdrawal')}</b>{' '}
        <GoLink className="a-id a-link" href={order}>
          {name}
        </GoLink>
        <span className="a-sub">
          <LocalTime at={at} show="date_time" /> {t(doneAt ? 'actedOn' : 'waits')}
        </span>
      </li>
    )
  }

  return (
    <li>
      <GoLink className="a-link" href={order}>
        {knownWords(admin, 'mail', name)}
      </GoLink>
      <span className="a-sub">
        <LocalTime at={doneAt ?? at} show="date_time" /> {t(`mailState.${state as 'DUE' | 'SENT' | 'GIVEN_UP'}`)}
      </span>
    </li>
  )
}

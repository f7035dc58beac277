import { useTranslations } from 'next-intl'
import { CustomerAction } from '#components/customers/admin/customer-action.tsx'
import { messageAddress } from '#components/customers/admin/messages/message-list.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { Pager } from '#components/ui/admin/list-page.tsx'
import { MoneyAmount, Separator } from '#components/ui/admin/money-amount.tsx'
import { Mark, type MarkTone, Panel, Rows } from '#components/ui/admin/panel.tsx'
import { CustomerLink } from '#components/ui/admin/record-links.tsx'
import { hasFactor } from '#lib/auth/rules/staff-account.ts'
import type { CustomerPage } from '#lib/customers/queries/admin-customers.ts'
import type { CustomerEmail } from '#lib/customers/rules/admin-customers.ts'
import type { CustomerCreditState } from '#lib/refunds/rules/customer-credit.ts'

type Actions = { block: boolean; merge: boolean; ask: boolean; hand: boolean; lift: boolean }
type PanelProps = { customer: CustomerPage; actions: Actions }

type TrailProps = { lead?: string; reason?: string | null; by: string | null; at: Date }

/** Why something was done, by whom and when. */
function Trail({ lead, reason, by, at }: TrailProps) {
  return (
    <span className="a-sub">
      {lead}
      {reason === undefined ? null : (
        <>
          <bdi>{reason}</bdi>
          <Separator />
        </>
      )}
      <bdi>{by}</bdi>
      <Separator />
      <LocalTime at={at} show="date_time" />
    </span>
  )
}

/** Whether the customer may buy, since when not, and why. */
export function BlockPanel({ customer: { personId, blocks }, actions }: PanelProps) {
  const t = useTranslations('admin-customers')
  const isBlocked = blocks.some(({ endedAt }) => endedAt === null)

  return (
    <Panel
      id="buying"
      title={t('buying')}
      end={<Mark tone={isBlocked ? 'stop' : 'ok'}>{t(isBlocked ? 'blocked' : 'mayBuy')}</Mark>}
    >
      <Rows>
        {blocks.map(({ id, reason, by, at, endedAt, endedBy, endReason }) => (
          <li key={id}>
            <bdi>{reason}</bdi>
            <Trail by={by} at={at} />
            {endedAt ? <Trail lead={`${t('ended')}: `} reason={endReason} by={endedBy} at={endedAt} /> : null}
          </li>
        ))}
      </Rows>
      {actions.block ? (
        <div className="p-3.5">
          <CustomerAction action={isBlocked ? 'unblock' : 'block'} personId={personId} />
        </div>
      ) : null}
    </Panel>
  )
}

/** What the customer has for the second step of signing in, and how to lift it for whoever has lost it. */
export function SignInPanel({ customer: { personId, factors }, actions }: PanelProps) {
  const t = useTranslations('admin-customers.signIn')
  const tLabel = useTranslations('admin.label')
  const hasStep = factors !== null && hasFactor(factors)

  return (
    <Panel
      id="signing-in"
      title={t('title')}
      end={factors ? <Mark tone={hasStep ? 'ok' : 'plain'}>{t(hasStep ? 'twoSteps' : 'oneStep')}</Mark> : null}
    >
      {factors === null ? <p className="a-emptyline">{t('none')}</p> : null}
      {hasStep ? (
        <Rows>
          {factors.hasTotp ? <li>{tLabel('authenticatorApp')}</li> : null}
          {factors.passkeys > 0 ? <li>{t('passkeys', { count: factors.passkeys })}</li> : null}
          <li>{t('codes', { count: factors.recoveryCodes })}</li>
        </Rows>
      ) : null}
      {actions.lift ? (
        <div className="p-3.5">
          <CustomerAction action="lift" personId={personId} />
        </div>
      ) : null}
    </Panel>
  )
}

/** Every address that is known to be the customer's, and who said so. */
export function AddressPanel({ customer: { personId, addresses }, actions }: PanelProps) {
  const t = useTranslations('admin-customers')

  return (
    <Panel id="addresses" title={t('addresses')}>
      {addresses.length === 0 ? <p className="a-emptyline">{t('oneAddress')}</p> : null}
      <Rows>
        {addresses.map((address) => (
          <li key={address.email}>
            {address.personId ? (
              <CustomerLink id={address.personId} name={address.email} />
            ) : (
              <bdi>{address.email}</bdi>
            )}{' '}
            {actions.merge ? (
              <CustomerAction action="separate" personId={personId} email={address.email} name={address.email} />
            ) : null}
            <Trail reason={address.reason} by={address.by} at={address.at} />
          </li>
        ))}
      </Rows>
      {actions.merge ? (
        <div className="p-3.5">
          <CustomerAction action="join" personId={personId} />
        </div>
      ) : null}
    </Panel>
  )
}

/** What the customer has asked about the own data, and the acts that answer it. */
export function DataPanel({ customer: { personId, requests }, actions }: PanelProps) {
  const t = useTranslations('admin-customers')

  return (
    <Panel id="data" title={t('data.title')}>
      {requests.length === 0 ? <p className="a-emptyline">{t('data.none')}</p> : null}
      <Rows>
        {requests.map((request) => (
          <li key={request.id}>
            <b>{t(`data.kind.${request.kind as 'export' | 'erase'}`)}</b>{' '}
            <Mark tone={request.outcome === 'done' ? 'ok' : request.outcome ? 'plain' : 'wait'}>
              {t(`data.outcome.${(request.outcome ?? 'open') as 'open' | 'done' | 'declined'}`)}
            </Mark>{' '}
            {actions.hand && !request.closedAt ? (
              <CustomerAction action="decline" personId={personId} requestId={request.id} />
            ) : null}
            <Trail reason={request.reason} by={request.askedBy} at={request.askedAt} />
            {request.report ? <Kept kept={request.report.kept} /> : null}
          </li>
        ))}
      </Rows>
      {actions.ask || actions.hand ? (
        <div className="p-3.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          {actions.ask && !actions.hand ? <CustomerAction action="ask_export" personId={personId} /> : null}
          {actions.ask ? <CustomerAction action="ask_erase" personId={personId} /> : null}
          {actions.hand ? (
            <>
              <a className="btn btn-small" href={`/api/admin/customers/${personId}/copy`} download>
                {t('data.copy')}
              </a>
              <CustomerAction action="erase" personId={personId} />
            </>
          ) : null}
        </div>
      ) : null}
    </Panel>
  )
}

const KEPT = ['orders', 'payments', 'consents', 'withdrawals', 'open_refunds', 'backups'] as const

function Kept({ kept }: { kept: string[] }) {
  const t = useTranslations('admin-customers.data')
  const listed = KEPT.filter((name) => kept.includes(name)).map((name) => t(`kept.${name}`))

  return <span className="a-sub">{t('keptLead', { what: listed.join(', ') })}</span>
}

type CustomerEmailsProps = CustomerPage['emails'] & {
  /** The customer whose page this is. */
  id: string
}

/** Messages, statements of withdrawal and mails: that they are there, never their words. */
export function CustomerEmails({ id, rows, isFirst, older }: CustomerEmailsProps) {
  const t = useTranslations('admin-customers')
  const tLabel = useTranslations('admin.label')
  const address = (emails: string | null) => `${filterAddress(`/admin/customers/${id}`, { emails })}#letters`

  return (
    <Panel id="letters" title={t('letters')}>
      {rows.length === 0 ? <p className="a-emptyline">{t('noLetters')}</p> : null}
      <Rows>
        {rows.map((email) => (
          <Email key={email.id} email={email} />
        ))}
      </Rows>
      <Pager
        label={t('letterPages')}
        before={isFirst ? null : { href: address(null), label: tLabel('newest') }}
        next={older ? { href: address(older), label: tLabel('older') } : null}
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
        <Link className="a-link" href={messageAddress({ q: name, closed: doneAt ? '1' : null })}>
          {t('message')} <bdi className="a-id">{name}</bdi>
        </Link>
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
        <Link className="a-id a-link" href={order}>
          {name}
        </Link>
        <span className="a-sub">
          <LocalTime at={at} show="date_time" /> {t(doneAt ? 'actedOn' : 'waits')}
        </span>
      </li>
    )
  }

  return (
    <li>
      <Link className="a-link" href={order}>
        {knownLabel(admin, 'mail', name)}
      </Link>
      <span className="a-sub">
        <LocalTime at={doneAt ?? at} show="date_time" /> {t(`mailState.${state as 'DUE' | 'SENT' | 'GIVEN_UP'}`)}
      </span>
    </li>
  )
}

const TONES: Record<CustomerCreditState, MarkTone> = {
  ended: 'plain',
  expired: 'plain',
  waiting: 'wait',
  used_up: 'plain',
  open: 'ok',
}

type CreditPanelProps = { customer: CustomerPage; mayGive: boolean }

/** What the customer may spend here: what was given, what is left, and in which orders the rest is. */
export function CreditPanel({ customer: { personId, credits }, mayGive }: CreditPanelProps) {
  const t = useTranslations('admin-customers.credits')

  return (
    <Panel id="credit" title={t('title')}>
      {credits.length === 0 ? <p className="a-emptyline">{t('none')}</p> : null}
      <Rows>
        {credits.map((credit) => (
          <Credit key={credit.id} {...{ credit, personId, mayGive }} />
        ))}
      </Rows>
      {mayGive ? (
        <div className="p-3.5">
          <CustomerAction action="credit" personId={personId} />
        </div>
      ) : null}
    </Panel>
  )
}

type CreditProps = { credit: CustomerPage['credits'][number]; personId: string; mayGive: boolean }

function Credit({ credit, personId, mayGive }: CreditProps) {
  const { id, code, amount, left, state, reason, by, agreedBy, isOwn, at, endsAt, uses } = credit
  const t = useTranslations('admin-customers.credits')

  return (
    <li>
      <b className="num">
        {t.rich('left', { left: () => <MoneyAmount {...left} />, sum: () => <MoneyAmount {...amount} /> })}
      </b>{' '}
      <Mark tone={TONES[state]}>{t(`state.${state}`)}</Mark>{' '}
      {mayGive && state === 'waiting' && !isOwn ? (
        <CustomerAction action="agree" personId={personId} creditId={id} name={code} />
      ) : null}{' '}
      {mayGive && (state === 'open' || state === 'waiting') ? (
        <CustomerAction action="end_credit" personId={personId} creditId={id} name={code} />
      ) : null}
      <span className="a-sub">
        <bdi className="mono">{code}</bdi>
      </span>
      <span className="a-sub">
        <bdi>{reason}</bdi>
        <Separator />
        <bdi>{by}</bdi>
        {agreedBy && agreedBy !== by ? (
          <>
            {' + '}
            <bdi>{agreedBy}</bdi>
          </>
        ) : null}
        <Separator />
        <LocalTime at={at} show="date_time" />
      </span>
      {endsAt ? (
        <span className="a-sub">
          {t('until')} <LocalTime at={endsAt} show="date_time" />
        </span>
      ) : null}
      {uses.map(({ orderId, orderNumber, taken, isReleased }) => (
        <span className="a-sub" key={orderId}>
          <Link className="a-link num" href={`/admin/orders/${orderId}`}>
            {orderNumber}
          </Link>
          : {isReleased ? t.rich('released', { sum: () => <MoneyAmount {...taken} /> }) : <MoneyAmount {...taken} />}
        </span>
      ))}
    </li>
  )
}

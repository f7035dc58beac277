import { useTranslations } from 'next-intl'
import { CustomerAct } from '#components/customers/admin/customer-act.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Mark, type MarkTone } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Separator } from '#components/ui/admin/separator.tsx'
import { Sum } from '#components/ui/admin/sum.tsx'
import type { CustomerPage } from '#lib/customers/rules/admin-customers.ts'
import type { CustomerCreditState } from '#lib/refunds/rules/customer-credit.ts'

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
      <ul className="a-plain-list">
        {credits.map((credit) => (
          <Credit key={credit.id} {...{ credit, personId, mayGive }} />
        ))}
      </ul>
      {mayGive ? (
        <div className="a-pb">
          <CustomerAct act="credit" personId={personId} />
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
      <b className="num">{t.rich('left', { left: () => <Sum {...left} />, sum: () => <Sum {...amount} /> })}</b>{' '}
      <Mark tone={TONES[state]}>{t(`state.${state}`)}</Mark>{' '}
      {mayGive && state === 'waiting' && !isOwn ? (
        <CustomerAct act="agree" personId={personId} creditId={id} name={code ?? ''} />
      ) : null}{' '}
      {mayGive && (state === 'open' || state === 'waiting') ? (
        <CustomerAct act="end_credit" personId={personId} creditId={id} name={code ?? ''} />
      ) : null}
      {code ? (
        <span className="a-sub">
          <bdi className="mono">{code}</bdi>
        </span>
      ) : null}
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
          <GoLink className="a-link num" href={`/admin/orders/${orderId}`}>
            {orderNumber}
          </GoLink>
          : {isReleased ? t.rich('released', { sum: () => <Sum {...taken} /> }) : <Sum {...taken} />}
        </span>
      ))}
    </li>
  )
}

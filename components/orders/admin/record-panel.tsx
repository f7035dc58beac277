import { useLocale, useTranslations } from 'next-intl'
import { ActButton } from '#components/orders/admin/act-button.tsx'
import { Sum, sumText } from '#components/ui/admin/sum.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import type { AdminOrder, RecordSubject } from '#lib/orders/rules/admin-order.ts'

type RecordPanelProps = { order: AdminOrder; records: RecordSubject[] }

/** The one act that ends the right to cancel: what it costs is said before, and the number is typed by hand. */
export function RecordPanel({ order, records }: RecordPanelProps) {
  const t = useTranslations('admin-acts.record')
  if (records.length === 0) return null

  return (
    <section className="a-danger" aria-labelledby="full-record">
      <header>
        <Icon name="lock" />
        <h2 id="full-record">{t('title')}</h2>
      </header>
      <ul className="a-acts">
        {records.map((record) => (
          <One key={record.orderNum} order={order} record={record} />
        ))}
      </ul>
      <p className="a-pb a-meta">{t('written')}</p>
    </section>
  )
}

function One({ order, record }: { order: AdminOrder; record: RecordSubject }) {
  const t = useTranslations('admin-acts.record')
  const tag = intlTag(toLocale(useLocale()))
  const { orderNum, esims, isLocked, atStakeMinor } = record
  const { currency } = order
  const amount = `${sumText(atStakeMinor, currency, tag)} ${currency}`
  const lost = isLocked || atStakeMinor === 0 ? '' : ` ${t('lost', { amount })}`

  return (
    <li>
      <span>
        <span className="a-id a-wrap-id">{orderNum}</span>
        <span className="a-sub">
          {t('cards', { count: esims })}
          {isLocked ? ` · ${t('locked')}` : null}
          {lost === '' ? null : (
            <>
              {' · '}
              <Sum minor={atStakeMinor} currency={currency} />
            </>
          )}
        </span>
      </span>
      <ActButton
        spec={{
          title: t('title'),
          effect: `${t('effect', { order: orderNum })}${lost}`,
          press: t('press'),
          path: `/api/admin/orders/${order.id}/record`,
          body: { orderNum },
          fields: [{ kind: 'reason' }, { kind: 'typed', name: 'typed', expect: orderNum }],
          tone: 'danger',
        }}
      />
    </li>
  )
}

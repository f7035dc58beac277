import { useLocale, useTranslations } from 'next-intl'
import { planText } from '#components/orders/plan-text.ts'
import { formatMoney } from '#lib/domain/money.ts'
import type { OrderPage } from '#lib/domain/shop.ts'
import { toLocale } from '#lib/i18n/config.ts'
import { moneyTag } from '#lib/i18n/formats.ts'

/** What was bought, what it cost, what was taken and what went back. */
export function Receipt({ order }: { order: OrderPage }) {
  const t = useTranslations('order.receipt')
  const words = useTranslations('order')
  const locale = toLocale(useLocale())
  const tag = moneyTag(locale)

  return (
    <section className="panel">
      <h2>{t('heading')}</h2>
      <dl className="pairs">
        {order.lines.map((line) => (
          <div key={line.id}>
            <dt>
              {t('item', {
                count: line.count,
                destination: line.destination.name,
                plan: planText(words, line, locale),
              })}
            </dt>
            <dd>{formatMoney(line.price, tag)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('tax')}</dt>
          <dd>{t('taxIncluded')}</dd>
        </div>
        <div>
          <dt>{t('total')}</dt>
          <dd>{formatMoney(order.total, tag)}</dd>
        </div>
        <div>
          <dt>{t('captured')}</dt>
          <dd>{formatMoney(order.captured, tag)}</dd>
        </div>
        {order.refunded.minor > 0 ? (
          <div>
            <dt>{t('refunded')}</dt>
            <dd>{formatMoney(order.refunded, tag)}</dd>
          </div>
        ) : null}
      </dl>
    </section>
  )
}

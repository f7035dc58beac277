import { useLocale, useTranslations } from 'next-intl'
import { planText } from '#components/orders/plan-text.ts'
import { Sum } from '#components/orders/sum.tsx'
import { add, multiply, subtract } from '#lib/domain/money.ts'
import type { OrderPage } from '#lib/domain/shop.ts'
import { toLocale } from '#lib/i18n/config.ts'

/** What was bought, what it cost, what was taken and what went back. */
export function Receipt({ order }: { order: OrderPage }) {
  const t = useTranslations('order.receipt')
  const words = useTranslations('order')
  const locale = toLocale(useLocale())
  const left = subtract(order.total, order.captured)

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
            <dd>
              <Sum of={add(line.price, line.discount)} />
            </dd>
          </div>
        ))}
        {order.vouchers.map(({ code, amount }) => (
          <div key={code}>
            <dt>{t.rich('voucher', { code, b: (text) => <bdi>{text}</bdi> })}</dt>
            <dd>
              <Sum of={multiply(amount, -1)} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('tax')}</dt>
          <dd>{order.tax.minor > 0 ? t.rich('taxSum', { sum: () => <Sum of={order.tax} /> }) : t('taxIncluded')}</dd>
        </div>
        <div>
          <dt>{t('total')}</dt>
          <dd>
            <Sum of={order.total} />
          </dd>
        </div>
        <div>
          <dt>{t('captured')}</dt>
          <dd>
            <Sum of={order.captured} />
          </dd>
        </div>
        {order.captured.minor > 0 && left.minor > 0 ? (
          <div>
            <dt>{t('notCharged')}</dt>
            <dd>
              <Sum of={left} />
            </dd>
          </div>
        ) : null}
        {order.lines.length > 1
          ? order.lines
              .filter(({ refunded }) => refunded.minor > 0)
              .map((line) => (
                <div key={line.id}>
                  <dt>{t('refundedFor', { destination: line.destination.name })}</dt>
                  <dd>
                    <Sum of={line.refunded} />
                  </dd>
                </div>
              ))
          : null}
        {order.refunded.minor > 0 ? (
          <div>
            <dt>{t('refunded')}</dt>
            <dd>
              <Sum of={order.refunded} />
            </dd>
          </div>
        ) : null}
      </dl>
      {order.captured.minor > 0 ? (
        <p className="small no-print">
          <a className="text-link" href={`/o/${order.id}/invoices`}>
            {t('invoice')}
          </a>
        </p>
      ) : null}
    </section>
  )
}

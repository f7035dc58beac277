import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { planText } from '#components/orders/plan-text.ts'
import { Sum } from '#components/orders/sum.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { add, multiply } from '#lib/core/rules/money.ts'
import { receiptSums } from '#lib/finance/rules/invoice.ts'
import type { OrderPage } from '#lib/settings/rules/shop.ts'

/** What was bought, what it cost, what was taken and what went back: the rows of a receipt. */
export function ReceiptRows({ order }: { order: OrderPage }) {
  const t = useTranslations('order.receipt')
  const { notCharged } = receiptSums(order)

  return (
    <>
      <SoldRows order={order} />
      <ReceiptRow label={t('tax')}>
        {order.tax.minor > 0 ? t.rich('taxSum', { sum: () => <Sum of={order.tax} /> }) : t('taxIncluded')}
      </ReceiptRow>
      <ReceiptRow label={t('total')}>
        <Sum of={order.total} />
      </ReceiptRow>
      <ReceiptRow label={t('captured')}>
        <Sum of={order.captured} />
      </ReceiptRow>
      {order.captured.minor > 0 && notCharged.minor > 0 ? (
        <ReceiptRow label={t('notCharged')}>
          <Sum of={notCharged} />
        </ReceiptRow>
      ) : null}
      {order.items.length > 1
        ? order.items
            .filter(({ refunded }) => refunded.minor > 0)
            .map((item) => (
              <ReceiptRow key={item.id} label={t('refundedFor', { destination: item.destination.name })}>
                <Sum of={item.refunded} />
              </ReceiptRow>
            ))
        : null}
      {order.refunded.minor > 0 ? (
        <ReceiptRow label={t('refunded')}>
          <Sum of={order.refunded} />
        </ReceiptRow>
      ) : null}
    </>
  )
}

/** What was bought at its price, and the codes that took something off. */
export function SoldRows({ order }: { order: OrderPage }) {
  const t = useTranslations('order.receipt')
  const words = useTranslations('order')
  const locale = toLocale(useLocale())

  return (
    <>
      {order.items.map((item) => (
        <ReceiptRow
          key={item.id}
          label={t('item', {
            count: item.count,
            destination: item.destination.name,
            plan: planText(words, item, locale),
          })}
        >
          <Sum of={add(item.price, item.discount)} />
        </ReceiptRow>
      ))}
      {order.vouchers.map(({ code, amount }) => (
        <ReceiptRow key={code} label={t.rich('voucher', { code, b: (text) => <bdi>{text}</bdi> })}>
          <Sum of={multiply(amount, -1)} />
        </ReceiptRow>
      ))}
    </>
  )
}

/** A row of a receipt or an invoice: what for, and how much. */
export function ReceiptRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

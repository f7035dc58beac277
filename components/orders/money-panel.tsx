import { useLocale, useTranslations } from 'next-intl'
import { Sum, sumText } from '#components/orders/sum.tsx'
import type { LineStanding, OrderPage } from '#lib/domain/shop.ts'
import { toLocale } from '#lib/i18n/config.ts'

/** Where the money is right now. Says nothing before there is any. */
export function MoneyPanel({ order }: { order: OrderPage }) {
  const t = useTranslations('order.money')
  const locale = toLocale(useLocale())
  if (order.paidAt === null || order.total.minor === 0) return null
  const refunded = sumText(order.refunded, locale)
  const { amount, words } = moneyState(order)

  return (
    <section className="panel">
      <h2>{t('heading')}</h2>
      <p className="big num">
        <Sum of={amount} /> <small>{t(words, { refunded })}</small>
      </p>
      {words === 'held' ? <p className="soft mt-2.5">{t('heldNote')}</p> : null}
    </section>
  )
}

type MoneyWords = 'held' | 'taken' | 'releasing' | 'returned' | 'partlyReturned'

function moneyState({ total, captured, refunded, lines }: OrderPage): {
  amount: OrderPage['total']
  words: MoneyWords
} {
  const areAll = (...standings: LineStanding[]) => lines.every(({ standing }) => standings.includes(standing))
  if (captured.minor === 0) {
    if (areAll('refunded', 'expired', 'cancelled')) return { amount: total, words: 'returned' }

    return { amount: total, words: areAll('refund_started') ? 'releasing' : 'held' }
  }
  if (refunded.minor === 0) return { amount: captured, words: 'taken' }

  return refunded.minor >= captured.minor
    ? { amount: refunded, words: 'returned' }
    : { amount: captured, words: 'partlyReturned' }
}

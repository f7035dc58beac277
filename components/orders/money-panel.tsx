import { useLocale, useTranslations } from 'next-intl'
import { PaperLinks } from '#components/orders/receipt.tsx'
import { Sum, sumText } from '#components/orders/sum.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { OrderPage } from '#lib/settings/rules/shop.ts'

/** Where the money is right now. Says nothing before there is any. */
export function MoneyPanel({ order }: { order: OrderPage }) {
  const t = useTranslations('order.money')
  const locale = toLocale(useLocale())
  const state = moneyState(order)
  if (order.total.minor === 0 || !state) return null
  const refunded = sumText(order.refunded, locale)
  const { amount, words } = state

  return (
    <section className="panel">
      <h2>{t('heading')}</h2>
      <p className="big num">
        <Sum of={amount} /> <small>{t(words, { refunded })}</small>
      </p>
      {order.captured.minor > 0 ? <PaperLinks orderId={order.id} /> : null}
      {words === 'held' ? <p className="soft mt-2.5">{t('heldNote')}</p> : null}
    </section>
  )
}

type MoneyWords = 'held' | 'taken' | 'transferred' | 'releasing' | 'returned' | 'partlyReturned'

function moneyState(order: OrderPage): { amount: OrderPage['total']; words: MoneyWords } | null {
  const { money, total, captured, refunded } = order
  if (money === 'none') return null
  if (money === 'released') return { amount: total, words: 'returned' }
  if (money === 'returned') return { amount: refunded, words: 'returned' }
  if (order.lines.every(({ status }) => status === 'refund_started')) {
    return { amount: money === 'held' ? total : captured, words: 'releasing' }
  }
  if (money === 'held') return { amount: total, words: 'held' }

  return { amount: captured, words: refunded.minor > 0 ? 'partlyReturned' : money }
}

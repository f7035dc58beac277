import { useLocale, useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { planText } from '#components/orders/plan-text.ts'
import { Sum } from '#components/orders/sum.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { OwnOrder } from '#lib/customers/rules/own-account.ts'

/** One order of a customer: what was bought, when, for how much, and how far it is. */
export function OrderRow({ order }: { order: OwnOrder }) {
  const t = useTranslations('account')
  const locale = toLocale(useLocale())

  return (
    <li>
      <a href={`/o/${order.id}`}>
        <span>
          <b>
            <bdi>{order.number}</bdi>
          </b>
          {order.plans.map((plan, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of an order never move
            <small key={index}>
              {plan.count > 1 ? <bdi>{plan.count} × </bdi> : null}
              <bdi>{plan.destination.name}</bdi>, {planText(t, plan, locale)}
            </small>
          ))}
          <small>
            <LocalTime at={order.createdAt} show="date" /> · <Sum of={order.total} /> · {t(`standing.${order.status}`)}
          </small>
        </span>
        <Icon name="next" className="soft" />
      </a>
    </li>
  )
}

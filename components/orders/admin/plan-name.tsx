import { useTranslations } from 'next-intl'
import type { PlanLabel } from '#lib/orders/rules/admin-orders.ts'

/** A plan in a list: destination where it is not said beside it, amount, days, and how many. */
export function PlanName({ plan }: { plan: PlanLabel }) {
  const text = usePlanText()

  return <span>{text(plan)}</span>
}

/** Returns the words for a plan, for places that take text only. The messages keep Latin names apart in Arabic. */
export function usePlanText(): (plan: PlanLabel) => string {
  const t = useTranslations('admin.plan')

  return ({ destination, amount, days, count }) => {
    const what = days === null ? t('alone', { amount }) : t('term', { amount, days })
    const whole = destination === null ? what : t('named', { destination, what })

    return count === null ? whole : `${whole} ×${count}`
  }
}

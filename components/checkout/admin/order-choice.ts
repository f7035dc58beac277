import type { StaffOrderInput, StaffPayment } from '#lib/checkout/rules/staff-order.ts'
import type { ShopPlan } from '#lib/settings/rules/shop.ts'

/** What somebody fills in for customers. */
export type OrderChoice = {
  planId: string
  count: number
  days: number
  startDate: string
  locale: string
  buyers: string
  pay: StaffPayment
  isInformed: boolean
  isAgain: boolean
}

/** A choice that nobody has made yet. */
export function emptyChoice({ locale, pay }: { locale: string; pay: StaffPayment | undefined }): OrderChoice {
  return {
    planId: '',
    count: 1,
    days: 1,
    startDate: '',
    locale,
    buyers: '',
    pay: pay ?? 'link',
    isInformed: false,
    isAgain: false,
  }
}

/** Returns what is asked of the server: days only for a day pass, a date only where the plan needs one. */
export function toInput(choice: OrderChoice, plan: ShopPlan): Omit<StaffOrderInput, 'seenMinor'> {
  const { count, days, startDate, locale, buyers, pay, isInformed, isAgain } = choice

  return {
    planId: plan.id,
    count,
    locale,
    buyers,
    pay,
    consents: { terms: isInformed, withdrawalInfo: isInformed, deviceChecked: false },
    ...(isAgain ? { again: true } : {}),
    ...(plan.term.kind === 'day_pass' ? { days } : {}),
    ...(plan.needsStartDate && startDate !== '' ? { startDate } : {}),
  }
}

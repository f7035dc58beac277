import 'server-only'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { findCards } from '#lib/esims/queries/admin-cards.ts'
import { findOrders } from '#lib/orders/queries/admin-orders.ts'
import { listAssignable } from '#lib/orders/repository/order-desk.ts'

const SHOWN = 6

/** What a typed text finds: a few orders and cards. */
export type PaletteFinds = {
  orders: { id: string; number: string; email: string; plan: string }[]
  cards: { id: string; iccid: string; number: string }[]
}

/** Looks a typed number or address up as the search does, a few of each kind. Throws `forbidden`. */
export async function findInPalette(caller: Caller, text: string): Promise<PaletteFinds> {
  const [orders, cards] = await Promise.all([findOrders(caller, text), findCards(caller, text)])

  return {
    orders: orders.rows.slice(0, SHOWN).map(({ id, number, email, plan }) => ({
      id,
      number,
      email,
      plan: plan ? `${plan.destination ?? ''} ${plan.amount}`.trim() : '',
    })),
    cards: cards.rows.slice(0, SHOWN).map(({ id, iccid, order }) => ({ id, iccid, number: order.number })),
  }
}

/** Members of staff to whom orders can be given. Throws `forbidden`. */
export async function listColleagues(caller: Caller): Promise<{ id: string; name: string }[]> {
  requirePermission(caller, 'orders.note')

  return listAssignable()
}

import 'server-only'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { esimsNamed } from '#lib/esims/queries/admin-esims.ts'
import { ordersNamed } from '#lib/orders/queries/admin-orders.ts'
import { readSearched } from '#lib/orders/queries/searched.ts'
import { listAssignable } from '#lib/orders/repository/order-tags.ts'

const SHOWN = 6

/** Looks a typed number or address up as the search does, a few of each kind. Throws `forbidden`, `rate_limited`. */
export async function findInPalette(caller: Caller, text: string) {
  requirePermission(caller, 'orders.see')
  const searched = await readSearched(caller, text)
  const [orders, esims] = await Promise.all([ordersNamed(caller, searched), esimsNamed(caller, text)])

  return {
    orders: orders.rows.slice(0, SHOWN).map(({ id, number, email, plan }) => ({
      id,
      number,
      email,
      plan: plan ? `${plan.destination ?? ''} ${plan.amount}`.trim() : '',
    })),
    esims: esims.rows.slice(0, SHOWN).map(({ id, iccid, order }) => ({ id, iccid, number: order.number })),
  }
}

/** Members of staff to whom orders can be given. Throws `forbidden`. */
export async function listColleagues(caller: Caller): Promise<{ id: string; name: string }[]> {
  requirePermission(caller, 'orders.note')

  return listAssignable()
}

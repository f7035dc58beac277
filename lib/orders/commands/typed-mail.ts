import 'server-only'
import { type Limit, takePoint } from '#lib/core/repository/shared-counter.ts'
import type { OrderForLink } from '#lib/orders/repository/orders.ts'

const DAY = 24 * 60 * 60
/** Of an order whose money was here: so many mails of a kind in a day, whoever asks for them. */
const MAILS_OF_ORDER = { points: 5, duration: DAY } as const satisfies Limit
/** Of all orders of an address that wait for a transfer: whoever placed them may have typed any address. */
const MAILS_BEFORE_MONEY = { points: 1, duration: DAY } as const satisfies Limit

/**
 * Takes one of the mails that whoever types an address and a number may cause. `false` when there is to be none: beyond the
 * limits, and for an order that nobody has paid, since its address may be that of a stranger.
 */
export async function takeTypedMail(kind: 'find' | 'withdrawal', order: OrderForLink): Promise<boolean> {
  if (order.money === 'none') return false
  if (order.money === 'awaited') return (await takePoint('unpaid-mail', MAILS_BEFORE_MONEY, order.email)) === null

  return (await takePoint(`${kind}-mail`, MAILS_OF_ORDER, order.id)) === null
}

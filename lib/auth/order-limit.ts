import 'server-only'
import { giveBack, type Limit, takePoint } from '#lib/core/repository/shared-counter.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * How many orders may be begun that nobody pays. An address alone is never blocked, else a stranger elsewhere could keep
 * its owner from buying: it counts together with the network. A network is, and whoever is signed in buys all the same.
 */
const STARTS = {
  pair: { points: 10, duration: HOUR },
  network: { points: 30, duration: 10 * MINUTE, longestBlockSeconds: 4 * HOUR },
  customer: { points: 20, duration: HOUR },
} as const satisfies Record<string, Limit>

const ONCE = { points: 1, duration: 24 * HOUR }

/** Who begins an order: the address that was typed, the network, and the proven address of whoever is signed in. */
export type OrderStarter = { email: string; network: string; provenEmail: string | null }

/** Counts an order that is about to begin, before the work. Throws `rate_limited` with `retryAfterSeconds`. */
export async function takeOrderStart({ email, network, provenEmail }: OrderStarter): Promise<void> {
  const budgets: [keyof typeof STARTS, string][] =
    provenEmail === null
      ? [
          ['network', network],
          ['pair', pairOf({ email, network })],
        ]
      : [['customer', provenEmail]]
  for (const [name, who] of budgets) {
    const wait = await takePoint(`order-${name}`, STARTS[name], who)
    if (wait !== null) throw new AppError('rate_limited', 'Too many unpaid orders.', { retryAfterSeconds: wait })
  }
}

/** Gives back what an order took that was paid, once for each: honest people pay nothing. */
export async function returnOrderStart(order: { id: string; email: string; network: string }): Promise<void> {
  if ((await takePoint('order-paid', ONCE, order.id)) !== null) return
  await giveBack('order-network', STARTS.network, order.network)
  await giveBack('order-pair', STARTS.pair, pairOf(order))
}

function pairOf({ email, network }: { email: string; network: string }): string {
  return `${email.trim().toLowerCase()} ${network}`
}

import 'server-only'
import {
  clearPoints,
  giveBack,
  giveBackNetwork,
  type Limit,
  takeNetworkPoint,
  takePoint,
} from '#lib/core/repository/shared-counter.ts'
import { AppError } from '#lib/core/rules/app-error.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * What may be guessed, and how often: by account whoever tries, by network whatever is tried. An account that strangers
 * have blocked opens for its owner from a known device, and after a mailed link.
 */
const GUESSES = {
  password: {
    account: { points: 10, duration: 15 * MINUTE, longestBlockSeconds: 4 * HOUR },
    network: { points: 10, duration: MINUTE, longestBlockSeconds: HOUR },
  },
  // Only somebody who is signed in comes here: a stranger blocks nobody.
  'password-again': { account: { points: 10, duration: 15 * MINUTE, longestBlockSeconds: HOUR } },
  // Only the bearer of a password comes here.
  'second-factor': {
    account: { points: 10, duration: 15 * MINUTE, longestBlockSeconds: 4 * HOUR },
    network: { points: 10, duration: MINUTE, longestBlockSeconds: HOUR },
  },
  voucher: { network: { points: 10, duration: 10 * MINUTE, longestBlockSeconds: 4 * HOUR } },
} as const satisfies Record<string, { account?: Limit; network?: Limit }>

type GuessKind = keyof typeof GUESSES

/** Who tries: the account that is tried, the network it is tried from, the known device of that account if it is one. */
export type Guesser = { account?: string; network?: string; device?: string | null }

/** A guess that may be looked at. `wasRight` gives back what it took: honest people pay nothing. */
export type Guess = { wasRight: () => Promise<void> }

/** Takes one guess before anything is compared, as `takeGuesses` does. */
export async function takeGuess(kind: GuessKind, guesser: Guesser): Promise<Guess> {
  const { wereRight } = await takeGuesses(kind, guesser, 1)

  return { wasRight: () => wereRight(1) }
}

/** Several guesses of one request. `wereRight` gives back what so many of them took. */
type Guesses = { wereRight: (count: number) => Promise<void> }

/**
 * Takes so many guesses at once before anything is compared, or none of them. A known device has a budget of its own and is
 * asked for no other.
 *
 * Throws `rate_limited` with `retryAfterSeconds`, the same for accounts that exist and those that do not.
 */
export async function takeGuesses(
  kind: GuessKind,
  { account, network, device }: Guesser,
  count: number,
): Promise<Guesses> {
  const limits: { account?: Limit; network?: Limit } = GUESSES[kind]
  // The network first: one that is blocked takes nothing from the account.
  const budgets = device
    ? [{ name: `${kind}-device`, limit: limits.account, who: device, isOwn: true }]
    : [
        { name: `${kind}-network`, limit: limits.network, who: network, isOwn: false },
        { name: `${kind}-account`, limit: limits.account, who: account, isOwn: true },
      ]
  const taken = budgets.flatMap(({ limit, who, ...rest }) => (limit && who ? [{ limit, who, ...rest }] : []))
  for (const { name, limit, who, isOwn } of taken) {
    const wait = await (isOwn ? takePoint : takeNetworkPoint)(name, limit, who, count)
    if (wait !== null) throw new AppError('rate_limited', 'Too many tries.', { retryAfterSeconds: wait })
  }

  return {
    wereRight: async (right) => {
      if (right === 0) return
      for (const { name, limit, who, isOwn } of taken) {
        await (isOwn ? clearPoints(name, limit, who) : giveBackNetwork(name, limit, who, right))
      }
    },
  }
}

/** Forgets what strangers tried on an account, for an owner who has proved the mailbox. */
export async function forgetGuesses(kind: 'password' | 'second-factor', account: string): Promise<void> {
  await clearPoints(`${kind}-account`, GUESSES[kind].account, account)
}

/** How often a mail is asked for, per address: in an hour and in a day. */
const MAILS = { hour: { points: 5, duration: HOUR }, day: { points: 10, duration: 24 * HOUR } }

/** Takes one of the mails that may be asked for to an address. Throws `rate_limited` beyond. */
export async function takeMail(kind: 'reset' | 'sign-in', email: string): Promise<void> {
  const who = email.trim().toLowerCase()
  const wait =
    (await takePoint(`${kind}-mail`, MAILS.hour, who)) ?? (await takePoint(`${kind}-mail-day`, MAILS.day, who))
  if (wait !== null) throw new AppError('rate_limited', 'Too many mails.', { retryAfterSeconds: wait })
}

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
    const wait = await (name === 'network' ? takeNetworkPoint : takePoint)(`order-${name}`, STARTS[name], who)
    if (wait !== null) throw new AppError('rate_limited', 'Too many unpaid orders.', { retryAfterSeconds: wait })
  }
}

/** Gives back what an order took that was paid, once for each: honest people pay nothing. */
export async function returnOrderStart(order: OrderStarter & { id: string }): Promise<void> {
  if ((await takePoint('order-paid', ONCE, order.id)) !== null) return
  if (order.provenEmail !== null) return giveBack('order-customer', STARTS.customer, order.provenEmail)
  await giveBackNetwork('order-network', STARTS.network, order.network)
  await giveBack('order-pair', STARTS.pair, pairOf(order))
}

function pairOf({ email, network }: { email: string; network: string }): string {
  return `${email.trim().toLowerCase()} ${network}`
}

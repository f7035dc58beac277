import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { pollUsage } from '#lib/esims/commands/usage.ts'
import type { UsageChange } from '#sandbox/upstream/control.ts'
import { delivered } from '#tests/support/returns.ts'
import { type Sale, startSale } from '#tests/support/sale.ts'

const DAY_MS = 86_400_000
// A live store looks every minute, and asks about sixty orders at most each time.
const PASS_MS = process.env.FULL ? 60_000 : 5 * 60_000
// Twenty eSIMs in the mix of a usual day; the full size has a thousand.
const ROUNDS = process.env.FULL ? 50 : 1

type Kind = { esims: number; calls: number; change: (now: number) => Omit<UsageChange, 'iccid'> | null }

const at = (ms: number) => new Date(ms).toISOString()

/** What eSIMs do in a day, how many of twenty do it, and how often each of them may be asked about. */
const KINDS: Record<string, Kind> = {
  waits: { esims: 8, calls: 1, change: () => null },
  'is in use': {
    esims: 9,
    calls: 4,
    change: (now) => ({ usedMb: 100, beginDate: at(now - 2 * DAY_MS), endDate: at(now + 5 * DAY_MS) }),
  },
  'is near its limit': {
    esims: 1,
    calls: 24,
    change: (now) => ({ usedMb: 2_900, beginDate: at(now - 2 * DAY_MS), endDate: at(now + 5 * DAY_MS) }),
  },
  'is on its last day': {
    esims: 1,
    calls: 24,
    change: (now) => ({ usedMb: 100, beginDate: at(now - 6 * DAY_MS), endDate: at(now + DAY_MS) }),
  },
  'has ended': {
    esims: 1,
    calls: 1,
    change: (now) => ({ usedMb: 100, beginDate: at(now - 9 * DAY_MS), endDate: at(now - DAY_MS) }),
  },
}

let sale: Sale

beforeAll(async () => {
  sale = await startSale()
})

afterAll(() => sale.close())

test(`${20 * ROUNDS} cards are followed for a day as often as the budget says, by the calls that arrived`, {
  timeout: ROUNDS * 120_000,
}, async () => {
  const { control } = sale.shop.provider
  const kinds = Object.entries(KINDS).flatMap(([name, { esims }]) => Array.from({ length: esims * ROUNDS }, () => name))
  const sold: { name: string; iccid: string; orderNum: string }[] = []
  for (const name of kinds) {
    const { itemId } = await delivered(sale)
    const { iccid, orderNum } = await db().esim.findFirstOrThrow({ where: { itemId } })
    sold.push({ name, iccid, orderNum })
  }
  const start = Date.now()
  for (const { name, iccid } of sold) {
    const said = KINDS[name]?.change(start)
    if (said) control.changeUsage({ iccid, ...said })
  }
  control.clearCalls()

  for (let ms = 0; ms < DAY_MS; ms += PASS_MS) await pollUsage(new Date(start + ms))

  const asked = control.calls({ path: 'queryEsimOrder' }).map(({ params }) => params.orderNum)
  const callsOf = (name: string) =>
    asked.filter((orderNum) => sold.some((one) => one.name === name && one.orderNum === orderNum)).length
  for (const [name, { esims, calls }] of Object.entries(KINDS)) {
    expect(callsOf(name), `what ${name}`).toBe(esims * calls * ROUNDS)
  }
  // A day of 1,000 such eSIMs costs less than the 5,000 calls that are promised.
  expect(asked.length / sold.length).toBeLessThanOrEqual(5)
})

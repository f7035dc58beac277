import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { returnOrderStart, takeOrderStart } from '#lib/auth/limits.ts'
import { db } from '#lib/core/repository/client.ts'
import { forgetCounters } from '#lib/core/repository/shared-counter.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { readTree } from '#tests/support/tree.ts'

let shop: Shop

beforeAll(async () => {
  shop = await startShop()
  forgetCounters()
})

afterAll(async () => {
  forgetCounters()
  await shop.close()
})

beforeEach(() => db().$executeRaw`DELETE FROM "RateLimit"`)

type Starter = Partial<Parameters<typeof takeOrderStart>[0]>

/** How many of so many orders at once may begin. */
async function begun(count: number, starter: (n: number) => Starter): Promise<number> {
  const tries = Array.from({ length: count }, async (_, n) => {
    try {
      await takeOrderStart({ email: 'ana@example.com', network: '203.0.113.7', provenEmail: null, ...starter(n) })

      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'rate_limited') return false
      throw error
    }
  })

  return (await Promise.all(tries)).filter(Boolean).length
}

test('ten unpaid orders of an address from one network are the most, and a stranger elsewhere blocks nobody', async () => {
  expect(await begun(50, () => ({}))).toBe(10)
  // The stranger has used up what there is for the address there; its owner orders at home.
  expect(await begun(1, () => ({ network: '198.51.100.9' }))).toBe(1)
})

test('a stranger with a hundred networks does not keep the owner of an address from buying', async () => {
  await begun(100, (n) => ({ network: `10.0.0.${n}` }))

  expect(await begun(1, () => ({ network: '198.51.100.9' }))).toBe(1)
})

test('of two hundred orders at once from one network, under as many addresses, thirty begin', async () => {
  expect(await begun(200, (n) => ({ email: `card-${n}@example.com` }))).toBe(30)
})

test('whoever is signed in buys from a network that strangers have used up', async () => {
  await begun(60, (n) => ({ email: `card-${n}@example.com` }))

  expect(await begun(1, () => ({}))).toBe(0)
  expect(await begun(1, () => ({ provenEmail: 'ana@example.com' }))).toBe(1)
})

test('an order that was paid gives back what it took, once', async () => {
  await begun(29, (n) => ({ email: `buyer-${n}@example.com` }))
  for (const _ of [1, 2, 3])
    await returnOrderStart({ id: 'ord_paid', email: 'buyer-1@example.com', network: '203.0.113.7' })

  expect(await begun(20, (n) => ({ email: `next-${n}@example.com` }))).toBe(2)
})

test('an order is counted before anything is looked at', () => {
  const route = readTree().find(({ file }) => file === 'app/api/orders/[[...path]]/route.ts')?.text ?? ''

  expect(route.indexOf('await takeOrderStart(')).toBeGreaterThan(0)
  expect(route.indexOf('await takeOrderStart(')).toBeLessThan(route.indexOf('await startOrder('))
})

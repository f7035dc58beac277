// Fills a trial store with made-up sales of two years, to see how it does when it is large:
//   npm run seed -- --orders 1000000 [--seed 1] [--until 2026-11-22T00:00:00Z] [--force]
// Use a data directory of its own (DATA_DIR): what is made up cannot be told from what was sold, and the network knows
// nothing of it, so that a comparison with the network's list finds every order missing.
import { parseArgs } from 'node:util'
import { env } from '#lib/core/env.ts'
import { closeDatabase } from '#lib/core/repository/client.ts'
import { countOrders, fillStore } from './seed/fill-store.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    until: { type: 'string' },
    force: { type: 'boolean', default: false },
  },
})
const orders = Number(values.orders)
const seed = Number(values.seed)
const end = values.until ? new Date(values.until) : new Date()

const refusal = await findRefusal()
if (refusal) {
  console.error(refusal)
  process.exitCode = 1
} else {
  const began = Date.now()
  await fillStore({ orders, seed, end, onProgress: say })
  console.log(`${orders} orders with seed ${seed}, in ${Math.round((Date.now() - began) / 1000)} s`)
}
await closeDatabase()

async function findRefusal(): Promise<string | null> {
  if (env.STORE_MODE === 'live') return 'A live store is not filled with made-up orders.'
  if (!Number.isInteger(orders) || orders < 1 || orders > 10_000_000) return '--orders wants a number up to 10000000.'
  if (!Number.isInteger(seed) || seed < 0 || seed > 1_000_000) return '--seed wants a number up to 1000000.'
  if (Number.isNaN(end.getTime())) return '--until wants an instant such as 2026-11-22T00:00:00Z.'
  const there = await countOrders()
  if (there > 0 && !values.force) return `This store has ${there} orders already: --force adds to them.`

  return null
}

function say(done: number): void {
  const isTenth = done === orders || Math.floor((done * 10) / orders) > Math.floor(((done - 10_000) * 10) / orders)
  if (isTenth) console.log(`${done} of ${orders} orders`)
}

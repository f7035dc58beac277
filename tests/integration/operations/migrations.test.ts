import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { FORMER_STEPS } from '#tests/support/model/former-steps.ts'
import { countStore, fillStore, makeFormer, migrateTo, migrationNames } from '#tests/support/model/older-store.ts'
import { aroundStatements, benchClient, cut } from '#tests/support/model/statements.ts'
import { bareDatabase } from '#tests/support/own-database.ts'

const ORDERS = process.env.FULL ? 10_000 : 200
const ALL = migrationNames()
const LATER = ALL.slice(1)

let url: string
let bench: pg.Client
let before: Record<string, number>

beforeEach(async () => {
  url = await bareDatabase()
  await makeFormer(url)
  bench = await benchClient(url)
  await fillStore(bench, ORDERS)
  before = await countStore(bench)

  return () => bench.end()
})

async function books(): Promise<string[]> {
  const { rows } = await bench.query('SELECT migration_name AS name FROM "_prisma_migrations" ORDER BY 1')

  return rows.map(({ name }) => name)
}

describe(`D29 a store of an earlier release with ${ORDERS} orders in all states`, () => {
  test('is brought up to date with every row, and the next start finds nothing to do', async () => {
    const startedAt = performance.now()
    const applied = await migrateTo(url, ALL.length)

    expect(performance.now() - startedAt).toBeLessThan(60_000)
    expect(applied).toEqual(LATER)
    expect(await countStore(bench)).toEqual(before)
    expect(await migrateTo(url, ALL.length)).toEqual([])
  })

  test('is brought up to date once by two processes that start together', async () => {
    const [one = [], other = []] = await Promise.all([migrateTo(url, ALL.length), migrateTo(url, ALL.length)])

    expect([...one, ...other].sort()).toEqual(LATER)
    expect(await books()).toEqual([...FORMER_STEPS, ...LATER])
    expect(await countStore(bench)).toEqual(before)
  })

  test.each(['before', 'behind'])('goes on where a process died (%s a commit)', async (when) => {
    let commits = 0
    const off = aroundStatements(async ({ kind }, run, client) => {
      if (kind !== 'commit' || ++commits !== Math.ceil(LATER.length / 2)) return run()
      if (when === 'behind') await run()
      cut(client)
      throw new Error('the line is dead')
    })
    await expect(migrateTo(url, ALL.length)).rejects.toThrow()
    off()

    await migrateTo(url, ALL.length)

    expect(await books()).toEqual([...FORMER_STEPS, ...LATER])
    expect(await countStore(bench)).toEqual(before)
  })

  test('still serves an old process that reads while it is brought up to date', async () => {
    let isOver = false
    const reading = (async () => {
      let reads = 0
      for (; !isOver || reads === 0; reads++) {
        const { rows } = await bench.query('SELECT count(*)::int AS n FROM "Line" JOIN "Order" o ON o."id" = "orderId"')
        expect(rows[0].n).toBe(ORDERS)
      }

      return reads
    })()

    await migrateTo(url, ALL.length)
    isOver = true

    expect(await reading).toBeGreaterThan(0)
  })
})

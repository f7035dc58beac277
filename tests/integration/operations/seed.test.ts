import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { forgetEnvironment } from '#lib/core/env.ts'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { openValue } from '#lib/core/repository/encrypted.ts'
import { placeOf } from '#lib/esims/repository/esims.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { fillStore } from '#scripts/seed/fill-store.ts'
import { stockedDatabase } from '#tests/support/database-copies.ts'
import { duringTests, startStockedShop } from '#tests/support/shop.ts'

const INPUT = { orders: 1_200, seed: 7, end: new Date('2026-11-22T00:00:00Z') }
const TABLES = ['Order', 'Line', 'Payment', 'Refund', 'RefundItem', 'CancelItem', 'UsageReading', 'Break', 'OrderEvent']

duringTests(startStockedShop)

beforeAll(() => fillStore(INPUT))

/** What stands in the tables but for moments of the writing itself. */
async function marks(): Promise<string[]> {
  const found: string[] = []
  for (const table of TABLES) {
    const rows = await db().$queryRawUnsafe<{ row: string }[]>(
      `SELECT (to_jsonb(t) - 'id' - 'nextActionAt')::text AS row FROM "${table}" t ORDER BY 1`,
    )
    const hash = createHash('sha256')
    for (const { row } of rows) hash.update(row)
    found.push(`${table} ${rows.length} ${hash.digest('hex')}`)
  }

  return found
}

test('made-up sales keep every promise of the store', async () => {
  expect(await db().order.count()).toBe(INPUT.orders)
  expect(await db().orderItem.groupBy({ by: ['state'] })).not.toHaveLength(1)
  expect(await db().refund.count({ where: { state: 'DONE' } })).toBeGreaterThan(10)
  expect(await checkInvariants()).toEqual([])
})

test('every reference leads to a row, though none was looked up while they were written', async () => {
  const keys = await db().$queryRaw<{ child: string; parent: string; from: string; to: string }[]>`
    SELECT c.conrelid::regclass::text AS "child", c.confrelid::regclass::text AS "parent",
      quote_ident(a.attname) AS "from", quote_ident(b.attname) AS "to"
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
    WHERE c.contype = 'f' AND cardinality(c.conkey) = 1`
  const lost: string[] = []
  for (const { child, parent, from, to } of keys) {
    const [row] = await db().$queryRawUnsafe<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM ${child} x WHERE x.${from} IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM ${parent} y WHERE y.${to} = x.${from})`,
    )
    if (row?.count) lost.push(`${child}.${from}: ${row.count}`)
  }

  expect(keys.length).toBeGreaterThan(20)
  expect(lost).toEqual([])
})

test('a made-up code opens with the keys of the store, at its own card only', async () => {
  const [esim, other] = await db().esim.findMany({ where: { sealedCode: { not: null } }, take: 2 })
  if (!esim?.sealedCode || !other) throw new Error('There are no cards.')

  expect(openValue(esim.sealedCode, placeOf(esim.id))).toMatch(/^LPA:1\$smdp\.example\.com\$[0-9A-F]{24}$/)
  expect(() => openValue(esim.sealedCode ?? new Uint8Array(), placeOf(other.id))).toThrow()
})

test('the same seed makes the same sales, and more of them can be added', async () => {
  const first = await marks()
  const catalogue = await db().plan.findMany({ select: { id: true, skuId: true, planKey: true } })
  await closeDatabase()
  process.env.DATABASE_URL = await stockedDatabase()
  forgetEnvironment()
  await fillStore(INPUT)

  expect(await db().plan.findMany({ select: { id: true, skuId: true, planKey: true } })).toEqual(catalogue)
  expect(await marks()).toEqual(first)
  await fillStore({ ...INPUT, orders: 50 })
  expect(await db().order.count()).toBe(INPUT.orders + 50)
  expect(await checkInvariants()).toEqual([])
})

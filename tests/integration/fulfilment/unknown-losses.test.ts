import { expect, test } from 'vitest'
import { fillStore, migrateTo, migrationNames } from '#tests/support/model/older-store.ts'
import { benchClient } from '#tests/support/model/statements.ts'
import { bareDatabase } from '#tests/support/own-database.ts'

const HERE = migrationNames().findIndex((name) => name.endsWith('_unknown_losses'))

test('an upgrade makes a zero that stood for an unknown loss unknown, and finds the book of every loss', async () => {
  const url = await bareDatabase()
  await migrateTo(url, HERE)
  const bench = await benchClient(url)
  await fillStore(bench, 3)
  await bench.query(`UPDATE "Order" SET "mode" = 'trial', "createdAt" = '2026-01-01'`)
  await bench.query(`UPDATE "Order" SET "mode" = 'live', "createdAt" = '2026-03-01' WHERE "id" = 'ord3'`)
  await bench.query(`UPDATE "UpstreamOrder" SET "cost" = 0 WHERE "orderNum" = 'EP2'`)
  const losses: unknown[][] = [
    ['missing', 'ord1', 'written_off', 0, { orderNum: 'EP1' }, '2026-04-01'],
    ['free', 'ord2', 'cancel_refused', 0, { orderNum: 'EP2' }, '2026-04-01'],
    ['told', 'ord3', 'top_up_unpaid', 4.5, { orderNum: 'EP3' }, '2026-04-01'],
    ['tried', '', 'payment_unknown', 0, { finding: 'brk_1' }, '2026-02-01'],
    ['lived', '', 'payment_unknown', 9, { finding: 'brk_2' }, '2026-04-01'],
    ['early', '', 'payment_unknown', 9, { finding: 'brk_3' }, '2025-04-01'],
  ]
  for (const loss of losses) {
    const columns = '"id", "orderId", "kind", "amount", "evidence", "at", "currency"'
    await bench.query(`INSERT INTO "LossEntry" (${columns}) VALUES ($1, $2, $3, $4, $5, $6, 'USD')`, loss)
  }

  await migrateTo(url, HERE + 1)

  const { rows } = await bench.query('SELECT "id", "orderId", "amount"::float, "mode" FROM "LossEntry" ORDER BY "id"')
  await bench.end()
  expect(rows).toEqual([
    { id: 'early', orderId: null, amount: 9, mode: 'trial' },
    { id: 'free', orderId: 'ord2', amount: 0, mode: 'trial' },
    { id: 'lived', orderId: null, amount: 9, mode: 'live' },
    { id: 'missing', orderId: 'ord1', amount: null, mode: 'trial' },
    { id: 'told', orderId: 'ord3', amount: 4.5, mode: 'live' },
    { id: 'tried', orderId: null, amount: 0, mode: 'trial' },
  ])
})

test('a worker of the version before, which names no book, can still book a loss', async () => {
  const url = await bareDatabase()
  await migrateTo(url, migrationNames().length)
  const bench = await benchClient(url)

  await bench.query(`
    INSERT INTO "LossEntry" ("id", "kind", "amount", "evidence", "currency") VALUES ('los', 'written_off', 1, '{}', 'USD')`)

  const { rows } = await bench.query('SELECT "mode" FROM "LossEntry"')
  await bench.end()
  expect(rows).toEqual([{ mode: 'live' }])
})

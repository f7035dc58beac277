import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { keepMark, recover } from '#lib/fulfilment/commands/recover.ts'
import { erasePerson } from '#lib/fulfilment/commands/recover-erasures.ts'
import { isRecovering, recoveryState } from '#lib/fulfilment/repository/recovery.ts'
import { runUntilIdle, startRunner } from '#lib/worker/runner.ts'
import { loadBackup } from '#scripts/backup/load-backup.ts'
import { bareDatabase } from '#tests/support/own-database.ts'
import { backUp, loseAndRestore, recovered, removeFiles, sell, startRecoverable } from '#tests/support/recovery.ts'
import { order, pay, placements, type Sale, stateOf } from '#tests/support/sale.ts'
import { changeSettings } from '#tests/support/shop.ts'

let sale: Sale
let file: string

beforeEach(async () => {
  await sale?.close()
  sale = await startRecoverable()
})

afterAll(async () => {
  await sale.close()
  removeFiles()
})

describe('recovery mode', () => {
  test('takes no payments and places nothing, also with a worker running', async () => {
    await sell(sale)
    const ready = await order()
    await pay(sale, ready)
    file = await backUp()
    await loseAndRestore(file)

    await expect(order()).rejects.toMatchObject({ code: 'till_closed', details: { reason: 'recovery' } })
    await runUntilIdle()

    expect(await stateOf(ready.itemId)).toBe('AWAITING_PAYMENT')
    expect(placements(sale, ready.itemRef)).toHaveLength(0)
    expect(await recoveryState()).toMatchObject({ reason: 'restored', steps: {} })
  })

  test('stays on while a party does not answer, says which, and ends when it does', async () => {
    await sell(sale)
    await order()
    file = await backUp()
    await loseAndRestore(file)
    sale.shop.provider.control.addFault({ path: 'queryEsimOrder', kind: 'reset', times: 50 })

    const open = await recover()

    expect(open?.lastError).toMatch(/^lines: upstream/)
    expect(Object.keys(open?.steps ?? {})).toEqual(['erasures', 'payments'])
    sale.shop.provider.control.clearFaults()
    await db().breaker.updateMany({ data: { state: 'closed', failures: 0, recent: [], nextProbeAt: null } })
    await recovered()
    await order()
  })

  test('begins by itself when the database is older than what this store has seen', async () => {
    expect(await keepMark()).toBe(false)
    expect(await keepMark()).toBe(false)
    file = await backUp()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await keepMark()).toBe(false)
    const target = await bareDatabase()
    await loadBackup(file, target)
    await closeDatabase()
    changeSettings({ DATABASE_URL: target })
    await db().setting.delete({ where: { key: 'recovery' } })

    const runner = await startRunner()
    const state = await recoveryState()
    await runner.stop()

    expect(state?.reason).toBe('old_database')
    expect(state?.lostSince).toBeInstanceOf(Date)
    expect(await keepMark()).toBe(false)
  })

  test('ends by itself in a running worker', async () => {
    await sell(sale)
    file = await backUp()
    await loseAndRestore(file)

    const runner = await startRunner()
    await expect.poll(() => isRecovering(), { interval: 200 }).toBe(false)
    await runner.stop()

    const acts = await db().auditEvent.findMany({ where: { act: 'recovery.ended' } })
    expect(acts).toHaveLength(1)
  })

  test('forgets again whom the store had forgotten', async () => {
    await sell(sale, { email: 'kept@example.com' })
    const gone = await sell(sale, { email: 'gone@example.com' })
    file = await backUp()
    const late = await sell(sale, { email: 'late@example.com' })
    for (const { orderId } of [gone, late]) {
      const { personId } = await db().order.findUniqueOrThrow({ where: { id: orderId } })
      await erasePerson(personId)
    }

    await loseAndRestore(file)
    await recovered()

    const people = await db().person.findMany({ select: { email: true }, orderBy: { email: 'asc' } })
    expect(people.map(({ email }) => email)).toEqual(['', '', 'kept@example.com'])
    expect(await db().erasure.count()).toBe(2)
    const journal = path.join(process.env.DATA_DIR ?? '', 'erasures.log')
    expect(fs.readFileSync(journal, 'utf8')).not.toContain('example.com')
  })
})

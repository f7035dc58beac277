import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db } from '#lib/core/repository/client.ts'
import { forgetProviderStatus } from '#lib/finance/repository/provider-ledger.ts'
import { PROVIDER_FLOOR_KEY } from '#lib/finance/rules/provider-ledger.ts'
import { readAlarmFacts } from '#lib/operations/repository/alarms.ts'
import type { AlarmKind } from '#lib/operations/rules/alarms.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { noteBackup } from '#scripts/backup/note-backup.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'

const AGO = new Date(Date.now() - 3_000_000)

let shop: Shop
let sold: Awaited<ReturnType<typeof addSoldOrder>>

beforeAll(async () => {
  shop = await startShop()
  sold = await addSoldOrder()
})

afterAll(() => shop.close())

beforeEach(async () => {
  forgetProviderStatus()
  await db().setting.deleteMany()
  await db().outbox.deleteMany()
  await db().breaker.deleteMany()
  await db().providerSession.deleteMany()
  await db().earlyExpiry.deleteMany()
  await db().discrepancy.deleteMany()
  await db().lossEntry.deleteMany()
  await db().syncRun.deleteMany()
  await item({ state: 'DELIVERED' })
})

const factOf = async (kind: AlarmKind) => (await readAlarmFacts('trial')).find((fact) => fact.kind === kind)

/** Puts the one item into a state, fifty minutes ago. */
async function item({ state, isDue = false }: { state: string; isDue?: boolean }): Promise<void> {
  await db().$executeRaw`
    UPDATE "Line" SET "state" = ${state}::"LineState", "readyAt" = ${AGO}, "unknownSince" = ${AGO}, "updatedAt" = ${AGO},
      "nextActionAt" = CASE WHEN ${isDue} THEN ${AGO}::timestamptz END
    WHERE "id" = ${sold.itemId}`
}

/** A loss of the one order that was booked at a moment, in the trial where nothing else is said. */
const loss = (id: string, at: Date, said: { orderId?: null; mode?: string } = {}) =>
  db().lossEntry.create({
    data: { id, orderId: sold.id, kind: 'late_order', currency: 'USD', evidence: {}, mode: 'trial', at, ...said },
  })

const setting = (key: string, value: string | object = 'x') =>
  db().setting.create({ data: { key, value, updatedBy: 'store', updatedAt: AGO } })

/** A mail that was given up, or one that waits. */
const mail = (id: string, data: object) =>
  db().outbox.create({ data: { id, dedupeKey: id, kind: 'order_ready', payload: {}, nextActionAt: null, ...data } })

test('a store in order has nothing to tell', async () => {
  expect(await readAlarmFacts('trial')).toEqual([])
})

test.each<[AlarmKind, () => Promise<unknown>]>([
  ['order_late', () => item({ state: 'PLACED' })],
  ['order_unclear', () => item({ state: 'UNKNOWN' })],
  ['order_held', () => item({ state: 'HELD' })],
  ['work_late', () => item({ state: 'DELIVERED', isDue: true })],
  ['recovery', () => setting('recovery')],
  ['till_closed', () => setting('till.closed', { reason: 'strange_answers' })],
  ['backup_old', () => noteBackup(shop.settings.DATABASE_URL ?? '', AGO.toISOString())],
  ['network_down', () => db().breaker.create({ data: { key: 'reads', state: 'open', openedAt: AGO } })],
  ['foreign_login', () => db().earlyExpiry.create({ data: { epoch: 1, at: AGO } })],
  ['loss_booked', () => loss('los_1', AGO)],
  ['mail_failed', () => mail('out_1', { state: 'GIVEN_UP', lastError: 'refused', createdAt: AGO })],
])('%s is read with its beginning', async (kind, make) => {
  await make()

  expect(await factOf(kind)).toEqual({ kind, count: 1, since: AGO })
  expect((await readAlarmFacts('trial')).map((fact) => fact.kind)).toEqual([kind])
})

test('a mail that just came is not late since the epoch, and one about nothing or about an alarm did not fail', async () => {
  await mail('out_1', { nextActionAt: new Date(0), createdAt: AGO })
  await mail('out_2', { state: 'GIVEN_UP', lastError: 'subject gone' })
  await mail('out_3', { state: 'GIVEN_UP', lastError: 'refused', kind: 'alarm_opened' })
  await mail('out_4', { state: 'GIVEN_UP', lastError: 'refused', createdAt: new Date(Date.now() - 90_000_000) })

  expect(await readAlarmFacts('trial')).toEqual([{ kind: 'work_late', count: 1, since: AGO }])
})

test('losses are told for a day, and those of another book not here, also without an order', async () => {
  await loss('los_1', new Date(Date.now() - 90_000_000))
  expect(await readAlarmFacts('trial')).toEqual([])
  await loss('los_2', AGO)
  expect(await readAlarmFacts('live')).toEqual([])
  await loss('los_3', new Date(), { orderId: null, mode: 'live' })
  expect(await readAlarmFacts('live')).toMatchObject([{ kind: 'loss_booked', count: 1 }])
  expect(await readAlarmFacts('trial')).toEqual([{ kind: 'loss_booked', count: 1, since: AGO }])
})

test('an order of another book is not late here', async () => {
  await item({ state: 'PLACED' })

  expect(await readAlarmFacts('live')).toEqual([])
})

test('a refused sign-in is told at once, silence from the third time on', async () => {
  const failing = (failures: number, lastCode: number | null) =>
    db().providerSession.upsert({
      where: { id: 'main' },
      create: { id: 'main', failures, lastCode },
      update: { failures, lastCode },
    })

  await failing(1, -2)
  expect(await factOf('network_login')).toMatchObject({ count: 1 })
  await failing(2, null)
  expect(await factOf('network_login')).toBeUndefined()
  await failing(3, null)
  expect(await factOf('network_login')).toMatchObject({ count: 3 })
  await failing(0, 1)
  expect(await factOf('network_login')).toBeUndefined()
})

test('differences are counted, a lost look-up apart, and none that another alarm tells of', async () => {
  const differ = (kind: Parameters<typeof openDiscrepancy>[0]['kind'], subject: string) =>
    openDiscrepancy({ kind, subject, evidence: {} })
  await differ('cost_differs', 'a')
  await differ('cards_differ', 'b')
  await differ('lookup_lost', 'c')
  await differ('refund_refused', 'd')
  await differ('foreign_login', 'e')

  expect(await factOf('differences')).toMatchObject({ count: 2 })
  expect(await factOf('lookup_lost')).toMatchObject({ count: 1 })
})

test('the age of the catalogue is that of the last reading to its end', async () => {
  await db().syncRun.create({ data: { id: 'run_1', trigger: 'schedule', state: 'finished', finishedAt: AGO } })
  await db().syncRun.create({ data: { id: 'run_2', trigger: 'schedule', state: 'failed', finishedAt: new Date() } })

  expect(await factOf('catalogue_old')).toEqual({ kind: 'catalogue_old', count: 1, since: AGO })
})

test('codes are counted for the person who read most, failed sign-ins over everybody', async () => {
  const read = (actor: string) => recordAudit({ actor, act: 'card.revealed', subject: 'crd_1' })
  for (const actor of ['staff:a', 'staff:b', 'staff:b', 'staff:b', 'guest:c', 'guest:c', 'guest:c', 'guest:c'])
    await read(actor)
  await recordAudit({ actor: 'anonymous', act: 'staff.sign_in_failed', subject: 'unknown' })
  await recordAudit({ actor: 'staff:a', act: 'staff.second_step_failed', subject: 'staff:a' })

  expect(await factOf('codes_read')).toMatchObject({ count: 3 })
  expect(await factOf('sign_in_failed')).toMatchObject({ count: 2 })
})

test('orders that were begun in the last hour and not paid are counted, those that were paid are not', async () => {
  const [paid, unpaid, old] = [
    await addSoldOrder(),
    await addSoldOrder(),
    await addSoldOrder({ createdAt: new Date(Date.now() - 7_200_000) }),
  ]
  for (const { paymentId } of [unpaid, old])
    await db().payment.update({ where: { id: paymentId }, data: { state: 'OPEN' } })

  expect(paid.paymentId).not.toBe(unpaid.paymentId)
  expect(await factOf('orders_unpaid')).toMatchObject({ count: 1 })
})

test('money under the floor at the network is a fact without a beginning', async () => {
  await setting(PROVIDER_FLOOR_KEY, '100')
  await db().providerEntry.create({ data: { id: 'sup_1', kind: 'deposit', amount: '99', currency: 'USD' } })

  expect(await factOf('supplier_low')).toEqual({ kind: 'supplier_low', count: 1, since: null })
})

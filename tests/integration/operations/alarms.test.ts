import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db } from '#lib/core/repository/client.ts'
import { forgetProviderStatus } from '#lib/finance/repository/provider-ledger.ts'
import { PROVIDER_FLOOR_KEY } from '#lib/finance/rules/provider-ledger.ts'
import { watchAlarms } from '#lib/operations/commands/watch-alarms.ts'
import { getOpenAlarms } from '#lib/operations/queries/admin-health.ts'
import { readAlarmConditions } from '#lib/operations/repository/alarms.ts'
import type { AlarmKind } from '#lib/operations/rules/alarms.ts'
import { alarmEmail } from '#lib/operations/worker/alarm-email.ts'
import { raiseAlarms } from '#lib/operations/worker/raise-alarms.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { noteBackup } from '#scripts/backup/write-backup.ts'
import { startMailSender } from '#tests/support/mail-sender.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { changeSettings, duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

describe('alarms', () => {
  const [MINUTE, HOUR] = [60_000, 3_600_000]
  const START = new Date()
  const at = (ms: number) => new Date(START.getTime() + ms)

  duringTests(() => startShop({ PUBLIC_URL: 'https://shop.test' }))
  let itemId: string
  let owners: string[]

  beforeAll(async () => {
    itemId = (await addSoldOrder()).itemId
    owners = [(await addStaff('owner')).staffId, (await addStaff('owner')).staffId]
    await addStaff('manager')
  })

  beforeEach(async () => {
    await db().alarm.deleteMany()
    await db().outbox.deleteMany()
    await db().setting.deleteMany()
    // The clock of these tests runs ahead: every mail that waits would soon be late work, which is an alarm too.
    await switchOff('work_late')
    await settle()
  })

  async function switchOff(...kinds: AlarmKind[]): Promise<void> {
    const data = { value: kinds, updatedBy: 'test' }
    await db().setting.upsert({ where: { key: 'alarms.off' }, create: { key: 'alarms.off', ...data }, update: data })
  }

  /** The one thing that is wrong in these tests: a line that was held for five hours. */
  async function putInReview(): Promise<void> {
    const since = at(-5 * HOUR)
    await db()
      .$executeRaw`UPDATE "Line" SET "state" = 'HELD', "updatedAt" = ${since}, "nextActionAt" = NULL WHERE "id" = ${itemId}`
  }

  async function settle(): Promise<void> {
    await db().orderItem.update({ where: { id: itemId }, data: { state: 'DELIVERED', nextActionAt: null } })
  }

  /** The mails so far: kind and state with how many there are. */
  async function mails(): Promise<Record<string, number>> {
    const rows = await db().outbox.groupBy({ by: ['kind', 'state'], _count: true })

    return Object.fromEntries(rows.map(({ kind, state, _count }) => [`${kind} ${state}`, _count]))
  }

  /** Lets workers look, each at its instant. */
  const check = (...times: number[]) => Promise.all(times.map((ms) => watchAlarms(at(ms))))

  const sent = () => db().outbox.updateMany({ data: { state: 'SENT', nextActionAt: null } })
  const kinds = async () => (await getOpenAlarms(OWNER)).map(({ kind }) => kind)

  test('nothing is said while nothing is wrong', async () => {
    await check(0)

    expect(await db().alarm.count()).toBe(0)
    expect(await mails()).toEqual({})
  })

  test('several workers open an alarm once, and mail each owner once', async () => {
    await putInReview()

    await check(0, 0, 7, 9)
    await check(MINUTE)

    expect(await kinds()).toEqual(['order_held'])
    expect(await mails()).toEqual({ 'alarm_opened DUE': 2 })
    const readers = (await db().outbox.findMany()).map(({ payload }) => (payload as { staffId: string }).staffId)
    expect(readers.sort()).toEqual([...owners].sort())
  })

  test('it is repeated once a day while it stands, by one of the workers', async () => {
    await putInReview()
    await check(0)
    await sent()

    await check(23 * HOUR)
    expect(await mails()).toEqual({ 'alarm_opened SENT': 2 })
    await check(24 * HOUR, 24 * HOUR + 5)
    await check(25 * HOUR)

    expect(await mails()).toEqual({ 'alarm_opened SENT': 2, 'alarm_reminder DUE': 2 })
  })

  test('it is over when it has been calm for a while, told once, and opens anew when it comes back', async () => {
    await putInReview()
    await check(0)
    await sent()
    await settle()

    await check(9 * MINUTE)
    expect(await kinds()).toEqual(['order_held'])
    await check(10 * MINUTE, 10 * MINUTE + 3)
    await check(11 * MINUTE)

    expect(await kinds()).toEqual([])
    expect(await mails()).toEqual({ 'alarm_opened SENT': 2, 'alarm_over DUE': 2 })

    await putInReview()
    await check(20 * MINUTE)

    expect(await kinds()).toEqual(['order_held'])
    expect(await mails()).toEqual({ 'alarm_opened SENT': 2, 'alarm_over DUE': 2, 'alarm_opened DUE': 2 })
  })

  test('what comes back before it was calm is the same alarm', async () => {
    await putInReview()
    await check(0)
    await settle()
    await check(5 * MINUTE)
    await putInReview()
    await check(8 * MINUTE)
    await settle()
    await check(12 * MINUTE)

    expect(await db().alarm.count()).toBe(1)
    expect(await mails()).toEqual({ 'alarm_opened DUE': 2 })
  })

  test('whoever has not heard of it is not told that it is over', async () => {
    await putInReview()
    await check(0)
    const [first] = await db().outbox.findMany({ take: 1 })
    await db().outbox.update({ where: { id: first?.id ?? '' }, data: { state: 'SENT', nextActionAt: null } })
    await settle()

    await check(11 * MINUTE)

    expect(await mails()).toEqual({ 'alarm_opened SENT': 1, 'alarm_over DUE': 1 })
    const over = await db().outbox.findFirst({ where: { kind: 'alarm_over' } })
    expect(over?.payload).toEqual(first?.payload)
  })

  test('a kind that is switched off is neither opened nor kept, and nobody is told', async () => {
    await putInReview()
    await check(0)
    await sent()
    await switchOff('order_held', 'work_late')

    await check(MINUTE)
    await check(2 * MINUTE)

    expect(await kinds()).toEqual([])
    expect(await mails()).toEqual({ 'alarm_opened SENT': 2 })
  })

  test('an address for alarms gets them in the language of the settings, with the page where they are solved', async () => {
    const by = { updatedBy: 'test' }
    await db().setting.create({ data: { key: 'alarms.to', value: 'night@shop.test', ...by } })
    await db().setting.create({ data: { key: 'alarms.language', value: 'de', ...by } })
    await putInReview()

    await check(0)

    const [mail, ...more] = await db().outbox.findMany()
    expect(more).toEqual([])
    expect(await alarmEmail(mail?.payload as Record<string, unknown>)).toMatchObject({
      to: 'night@shop.test',
      locale: 'de',
      contents: { alarm: 'order_held', count: 1, url: 'https://shop.test/admin/orders?tab=needs-action' },
    })
  })

  test('a mail says what it is, since when, what to do and where, and another one that it is over', async () => {
    const sender = await startMailSender()
    await db().setting.create({ data: { key: 'alarms.to', value: 'day@shop.test', updatedBy: 'test' } })
    await putInReview()

    await watchAlarms(START)
    const [opened] = await sender.mailsTo('day@shop.test')

    expect(opened?.subject).toBe('Alarm: An order waits for a decision')
    expect(opened?.text).toContain('Open it, read why, and decide.')
    expect(opened?.text).toContain('https://shop.test/admin/orders?tab=needs-action')

    await settle()
    await watchAlarms(at(10 * MINUTE))
    const both = await sender.mailsTo('day@shop.test')

    expect(both.map(({ subject }) => subject)).toEqual([opened?.subject, 'Over: An order waits for a decision'])
    await sender.close()
  })

  test('an owner who is gone by then gets nothing', async () => {
    await putInReview()
    await check(0)
    const [alarm] = await db().alarm.findMany()

    expect(await alarmEmail({ subject: alarm?.id, staffId: 'stf_gone' })).toBeNull()
    expect(await alarmEmail({ subject: 'alm_gone', staffId: owners[0] })).toBeNull()
  })

  test('while the store asks what it missed, that alone is told, by a worker whose queues stand still', async () => {
    await putInReview()
    await db().setting.create({
      data: { key: 'recovery', value: { reason: 'by_hand', since: START.toISOString() }, updatedBy: 'test' },
    })

    await raiseAlarms()

    expect(await kinds()).toEqual(['recovery'])
    // Without a mail server a mail that was taken up waits ten minutes: it was not left to the queues.
    const due = await db().outbox.count({ where: { nextActionAt: { lte: new Date() } } })
    expect([due, await db().outbox.count()]).toEqual([0, 2])
  })
})

describe('alarm facts', () => {
  const AGO = new Date(Date.now() - 3_000_000)
  const BY = { createdBy: 'staff:stf_1', updatedBy: 'staff:stf_1' }

  const shop = duringTests(startShop)
  let sold: Awaited<ReturnType<typeof addSoldOrder>>

  beforeAll(async () => {
    sold = await addSoldOrder()
  })

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
    await db().reconciliationRun.deleteMany()
    changeSettings({ BACKUP_EVERY_HOURS: '' })
    await db().priceRevision.deleteMany()
    await db().withdrawal.deleteMany()
    await item({ state: 'DELIVERED' })
  })

  const conditionOf = async (kind: AlarmKind) =>
    (await readAlarmConditions('trial')).find((condition) => condition.kind === kind)

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
    expect(await readAlarmConditions('trial')).toEqual([])
  })

  test.each<[AlarmKind, () => Promise<unknown>]>([
    ['order_late', () => item({ state: 'PLACED' })],
    ['order_unclear', () => item({ state: 'UNKNOWN' })],
    ['order_held', () => item({ state: 'HELD' })],
    ['work_late', () => item({ state: 'DELIVERED', isDue: true })],
    [
      'work_late',
      () => db().priceRevision.create({ data: { id: 'prv_1', edits: [], state: 'scheduled', dueAt: AGO, ...BY } }),
    ],
    ['work_late', () => db().withdrawal.create({ data: { id: 'wdr_1', orderId: sold.id, confirmedAt: AGO } })],
    ['recovery', () => setting('recovery')],
    ['till_closed', () => setting('till.closed', { reason: 'strange_answers' })],
    ['backup_old', () => noteBackup(shop.settings.DATABASE_URL ?? '', AGO.toISOString())],
    ['network_down', () => db().breaker.create({ data: { key: 'reads', state: 'open', openedAt: AGO } })],
    ['foreign_login', () => db().earlyExpiry.create({ data: { epoch: 1, at: AGO } })],
    ['loss_booked', () => loss('los_1', AGO)],
    ['mail_failed', () => mail('out_1', { state: 'GIVEN_UP', lastError: 'refused', createdAt: AGO })],
  ])('%s is read with its beginning', async (kind, make) => {
    await make()

    expect(await conditionOf(kind)).toEqual({ kind, count: 1, since: AGO })
    expect((await readAlarmConditions('trial')).map((condition) => condition.kind)).toEqual([kind])
  })

  test('a mail that just came is not late since the epoch, and one about nothing or about an alarm did not fail', async () => {
    await mail('out_1', { nextActionAt: new Date(0), createdAt: AGO })
    await mail('out_2', { state: 'GIVEN_UP', lastError: 'subject gone' })
    await mail('out_3', { state: 'GIVEN_UP', lastError: 'refused', kind: 'alarm_opened' })
    await mail('out_4', { state: 'GIVEN_UP', lastError: 'refused', createdAt: new Date(Date.now() - 90_000_000) })

    expect(await readAlarmConditions('trial')).toEqual([{ kind: 'work_late', count: 1, since: AGO }])
  })

  test('losses are told for a day, and those of another book not here, also without an order', async () => {
    await loss('los_1', new Date(Date.now() - 90_000_000))
    expect(await readAlarmConditions('trial')).toEqual([])
    await loss('los_2', AGO)
    expect(await readAlarmConditions('live')).toEqual([])
    await loss('los_3', new Date(), { orderId: null, mode: 'live' })
    expect(await readAlarmConditions('live')).toMatchObject([{ kind: 'loss_booked', count: 1 }])
    expect(await readAlarmConditions('trial')).toEqual([{ kind: 'loss_booked', count: 1, since: AGO }])
  })

  test('an order of another book is not late here', async () => {
    await item({ state: 'PLACED' })

    expect(await readAlarmConditions('live')).toEqual([])
  })

  test('a refused sign-in is told at once, silence from the third time on', async () => {
    const failing = (failures: number, lastCode: number | null) =>
      db().providerSession.upsert({
        where: { id: 'main' },
        create: { id: 'main', failures, lastCode },
        update: { failures, lastCode },
      })

    await failing(1, -2)
    expect(await conditionOf('network_login')).toMatchObject({ count: 1 })
    await failing(2, null)
    expect(await conditionOf('network_login')).toBeUndefined()
    await failing(3, null)
    expect(await conditionOf('network_login')).toMatchObject({ count: 3 })
    await failing(0, 1)
    expect(await conditionOf('network_login')).toBeUndefined()
  })

  test('differences are counted, a lost look-up apart, and none that another alarm tells of', async () => {
    const differ = (kind: Parameters<typeof openDiscrepancy>[0]['kind'], subject: string) =>
      openDiscrepancy({ kind, subject, evidence: {} })
    await differ('cost_differs', 'a')
    await differ('cards_differ', 'b')
    await differ('lookup_lost', 'c')
    await differ('refund_refused', 'd')
    await differ('foreign_login', 'e')

    expect(await conditionOf('differences')).toMatchObject({ count: 2 })
    expect(await conditionOf('lookup_lost')).toMatchObject({ count: 1 })
  })

  test('the age of the catalogue is that of the last reading to its end', async () => {
    await db().syncRun.create({ data: { id: 'run_1', trigger: 'schedule', state: 'finished', finishedAt: AGO } })
    await db().syncRun.create({ data: { id: 'run_2', trigger: 'schedule', state: 'failed', finishedAt: new Date() } })

    expect(await conditionOf('catalogue_old')).toEqual({ kind: 'catalogue_old', count: 1, since: AGO })
  })

  test('a backup that the clock should make counts from the beginning of the store, and one a week is not old', async () => {
    changeSettings({ BACKUP_EVERY_HOURS: '24' })
    const [{ at } = { at: null }] = await db().$queryRaw<{ at: Date }[]>`
      SELECT min("finished_at") AS "at" FROM "_prisma_migrations"`
    expect(await conditionOf('backup_old')).toEqual({ kind: 'backup_old', count: 1, since: at })

    changeSettings({ BACKUP_EVERY_HOURS: '168' })
    const made = (days: number) => new Date(Date.now() - days * 86_400_000)
    const note = (days: number) => noteBackup(shop.settings.DATABASE_URL ?? '', made(days).toISOString())
    await note(13)
    expect(await conditionOf('backup_old')).toBeUndefined()
    await note(15)
    expect(await conditionOf('backup_old')).toMatchObject({ count: 1 })
  })

  test('books are not compared while no comparison reads every list', async () => {
    const run = (id: string, data: object) =>
      db().reconciliationRun.create({ data: { id, trigger: 'quarter_hour', fromAt: AGO, untilAt: AGO, ...data } })
    await run('rec_1', { state: 'partial', askedAt: AGO, finishedAt: new Date() })
    expect(await conditionOf('not_compared')).toEqual({ kind: 'not_compared', count: 1, since: AGO })

    const whole = new Date(AGO.getTime() + 60_000)
    await run('rec_2', { state: 'finished', askedAt: AGO, finishedAt: whole })
    expect(await conditionOf('not_compared')).toMatchObject({ since: whole })
  })

  test('a job of the clock that failed twice in a row is told, and an erasure that is left in files', async () => {
    const days = (count: number) => new Date(Date.now() - count * 86_400_000)
    const erase = (id: string, at: Date) => db().erasure.create({ data: { id, scope: 'customer', at } })
    await erase('era_1', days(1))
    expect(await conditionOf('duty_failed')).toBeUndefined()
    await erase('era_2', days(3))
    expect(await conditionOf('duty_failed')).toMatchObject({ count: 1 })
    await db().rewrite.create({ data: { id: 'wide', until: days(0) } })
    expect(await conditionOf('duty_failed')).toBeUndefined()

    await db().$executeRaw`CREATE SCHEMA pgboss`
    await db().$executeRaw`CREATE TABLE pgboss.schedule ("name" text)`
    await db().$executeRaw`CREATE TABLE pgboss.job ("name" text, "state" text, "started_on" timestamptz)`
    await db().$executeRaw`INSERT INTO pgboss.schedule VALUES ('retention'), ('sync-catalog')`
    const job = (state: string, at: Date, name = 'retention') =>
      db().$executeRaw`INSERT INTO pgboss.job VALUES (${name}, ${state}, ${at})`
    for (const day of [3, 2]) await job('failed', days(day), 'sync-catalog')
    await job('completed', days(3))
    await job('failed', days(2))
    expect(await conditionOf('duty_failed')).toBeUndefined()
    await job('failed', days(1))
    expect(await conditionOf('duty_failed')).toMatchObject({ count: 1 })
    await job('completed', days(0))
    expect(await conditionOf('duty_failed')).toBeUndefined()
    await db().$executeRaw`DROP SCHEMA pgboss CASCADE`
  })

  test('a currency is counted whose rate is too old to sell in it', async () => {
    const entry = { rate: '150', source: 'hand', markup: '0', rounding: 'whole' }
    const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
    const entries = [
      { ...entry, code: 'JPY', asOf: day(8) },
      { ...entry, code: 'KRW', asOf: day(7) },
    ]
    await db().currencyTable.create({ data: { number: 1, store: 'USD', entries, origin: 'staff', by: 'staff:a' } })

    expect(await conditionOf('rate_old')).toEqual({ kind: 'rate_old', count: 1, since: null })
    await db().setting.create({
      data: { key: 'currencies.days', value: 8, updatedBy: 'staff:a', updatedAt: new Date() },
    })
    expect(await conditionOf('rate_old')).toBeUndefined()
    await db().currencyTable.deleteMany()
  })

  test('the rate between costs and prices grows old too, where their currencies differ', async () => {
    const rate = (id: string, asOf: string | null, at: Date) =>
      db().exchangeRate.create({ data: { id, from: 'USD', to: 'EUR', rate: '0.92', source: 'hand', asOf, at } })
    const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000)
    await rate('rat_old', day(8).toISOString().slice(0, 10), day(3))
    expect(await conditionOf('cost_rate_old')).toBeUndefined()

    changeSettings({ STORE_CURRENCY: 'EUR' })
    expect(await conditionOf('cost_rate_old')).toEqual({ kind: 'cost_rate_old', count: 1, since: null })
    await db().setting.create({
      data: { key: 'currencies.days', value: 8, updatedBy: 'staff:a', updatedAt: new Date() },
    })
    expect(await conditionOf('cost_rate_old')).toBeUndefined()
    await db().setting.deleteMany({ where: { key: 'currencies.days' } })
    await rate('rat_undated', null, day(2))
    expect(await conditionOf('cost_rate_old')).toBeUndefined()
    await db().exchangeRate.update({
      where: { id: 'rat_undated' },
      data: { at: day(1), asOf: day(9).toISOString().slice(0, 10) },
    })
    expect(await conditionOf('cost_rate_old')).toMatchObject({ count: 1 })

    changeSettings({ STORE_CURRENCY: 'USD' })
    await db().exchangeRate.deleteMany()
  })

  test('codes are counted for the person who read most, failed sign-ins over everybody', async () => {
    const read = (actor: string) => recordAudit({ actor, act: 'card.revealed', subject: 'crd_1' })
    for (const actor of ['staff:a', 'staff:b', 'staff:b', 'staff:b', 'guest:c', 'guest:c', 'guest:c', 'guest:c'])
      await read(actor)
    await recordAudit({ actor: 'anonymous', act: 'staff.sign_in_failed', subject: 'unknown' })
    await recordAudit({ actor: 'staff:a', act: 'staff.second_step_failed', subject: 'staff:a' })

    expect(await conditionOf('codes_read')).toMatchObject({ count: 3 })
    expect(await conditionOf('sign_in_failed')).toMatchObject({ count: 2 })
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
    expect(await conditionOf('orders_unpaid')).toMatchObject({ count: 1 })
    // What staff have made for somebody is paid when that person comes to it.
    await db().order.update({ where: { id: unpaid.id }, data: { scope: 'desk:staff:stf_1' } })
    expect(await conditionOf('orders_unpaid')).toBeUndefined()
  })

  test('money under the floor at the network is a fact without a beginning', async () => {
    await setting(PROVIDER_FLOOR_KEY, '100')
    await db().providerEntry.create({ data: { id: 'sup_1', kind: 'deposit', amount: '99', currency: 'USD' } })

    expect(await conditionOf('supplier_low')).toEqual({ kind: 'supplier_low', count: 1, since: null })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db, transaction } from '#lib/core/repository/client.ts'
import { claimDue, claimOne, finishLease, renewLease, wakeRow } from '#lib/core/repository/leases.ts'
import { withLease } from '#lib/fulfilment/commands/with-lease.ts'
import { takeSlot } from '#lib/fulfilment/repository/slots.ts'
import { getOrderForMail } from '#lib/mail/repository/order-for-mail.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { mailContents } from '#lib/mail/worker/mail-contents.ts'
import { readAlarmConditions } from '#lib/operations/repository/alarms.ts'
import { deleteOldRows } from '#lib/operations/worker/retention.ts'
import { moveItem } from '#lib/orders/repository/items.ts'
import { findStuck } from '#lib/orders/worker/find-stuck.ts'
import { announceWork } from '#lib/settings/repository/announcements.ts'
import { type Runner, runUntilIdle, startRunner } from '#lib/worker/runner.ts'
import { type MailSender, startMailSender } from '#tests/support/mail-sender.ts'
import { aroundStatements, refuse } from '#tests/support/model/statements.ts'
import { buy, order, placements, sell, startSale, stateOf } from '#tests/support/sale.ts'
import { changeSettings, duringTests, signedIn, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'

describe('worker', () => {
  const sale = duringTests(startSale)

  describe('two runners on one database', () => {
    let runners: Runner[] = []

    afterAll(async () => {
      await Promise.all(runners.map((runner) => runner.stop()))
      runners = []
    })

    test('carry a sale from payment to the queued mails, show a sign of life, and place once', async () => {
      runners = [await startRunner(), await startRunner()]
      const started = await buy(sale)

      await expect.poll(() => stateOf(started.itemId)).toBe('DELIVERED')

      const mails = await db().outbox.findMany({ where: { orderId: started.orderId }, orderBy: { createdAt: 'asc' } })
      expect(mails.map(({ kind }) => kind)).toEqual(['order_paid', 'order_ready'])
      expect(placements(sale, started.itemRef)).toHaveLength(1)
      const lately = new Date(Date.now() - 10_000)
      expect(await db().heartbeat.count({ where: { kind: 'runner', at: { gt: lately } } })).toBeGreaterThan(0)
    })
  })

  describe('a worker without shop', () => {
    test('hears at once of work that another process made', async () => {
      changeSettings({ WORKER: 'only', TIME_SCALE: '1' })
      const { orderId } = await order()
      const runner = await startRunner()
      const ears = () => db().$queryRaw<unknown[]>`SELECT 1 FROM pg_stat_activity WHERE "query" = 'LISTEN work'`
      await expect.poll(async () => (await ears()).length, { timeout: 60_000 }).toBe(1)
      // The look that a new listener takes must be over.
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      const start = performance.now()
      await queueMail(db(), { kind: 'order_paid', orderId, dedupeKey: 'announced' })
      await announceWork()

      const mail = () => db().outbox.findUniqueOrThrow({ where: { dedupeKey: 'announced' } })
      await expect.poll(async () => (await mail()).epoch, { timeout: 60_000 }).toBeGreaterThan(0)
      // Its own first look after the start is 15 seconds away.
      expect(performance.now() - start).toBeLessThan(10_000)
      await runner.stop()
      changeSettings(sale.shop.settings)
    })
  })

  const SIMPLE = {
    vanishedAt: null,
    kind: 'fixed',
    needsStartDate: false,
    destination: { partnerId: null },
  } as const

  describe('what a mail says', () => {
    test('comes from the rows of its order, with a link and without a code', async () => {
      const started = await sell(sale, { count: 2 })
      const facts = await getOrderForMail(started.orderId)
      if (!facts) throw new Error('The order is gone.')
      const subject = { facts, url: 'http://shop.test/l/token', payload: {} }

      const paid = await mailContents('order_paid', subject)
      const ready = await mailContents('order_ready', subject)
      const link = await mailContents('find_link', subject)

      expect(paid.items).toMatchObject([{ count: 2, amount: paid.total }])
      expect(ready).toMatchObject({ readyCount: 2, totalCount: 2, order: { reference: started.number } })
      expect(ready.installBefore).toBeInstanceOf(Date)
      expect(link.links).toMatchObject([{ reference: started.number, url: subject.url }])
      expect(JSON.stringify([paid, ready, link])).not.toContain('LPA:')
    })

    test('counts the days to withdraw from the payment, to the end of the last one where the buyer is', async () => {
      const started = await sell(sale, { timeZone: 'Asia/Tokyo' })
      await db().order.update({ where: { id: started.orderId }, data: { createdAt: new Date('2027-03-01T10:00:00Z') } })
      const readyAt = new Date('2027-03-05T16:00:00Z')
      await db().orderItem.update({ where: { id: started.itemId }, data: { readyAt } })
      const facts = await getOrderForMail(started.orderId)
      if (!facts) throw new Error('The order is gone.')

      // In Tokyo it is the sixth already.
      const { withdrawalUntil } = await mailContents('order_paid', {
        facts,
        url: 'http://shop.test/l/token',
        payload: {},
      })
      expect(withdrawalUntil).toEqual(new Date('2027-03-20T14:59:00Z'))
    })

    test('offers a refund only where the terms of a plan leave one', async () => {
      const [strict, other] = await Promise.all([
        db().plan.findFirstOrThrow({
          where: { ...SIMPLE, premark: { contains: 'non-refundable once the order is placed' } },
        }),
        db().plan.findFirstOrThrow({ where: { ...SIMPLE, premark: { contains: 'before the eSIM is installed' } } }),
      ])

      const offers = [strict, other].map(async ({ planKey }) => {
        const { orderId } = await order({ planKey })
        const facts = await getOrderForMail(orderId)
        if (!facts) throw new Error('The order is gone.')
        const delivered = { ...facts, items: facts.items.map((item) => ({ ...item, state: 'DELIVERED' as const })) }

        return (await mailContents('order_ready', { facts: delivered, url: '', payload: {} })).isRefundable
      })

      expect(await Promise.all(offers)).toEqual([false, true])
    })
  })

  describe('a lease', () => {
    const claimer = (owner: string) => ({ owner, leaseMs: 60_000 })

    async function waitingItem(): Promise<string> {
      const { itemId } = await order()

      return itemId
    }

    test('goes to one of twenty claimers', async () => {
      const id = await waitingItem()

      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, n) => claimOne('Line', { ...claimer(`w${n}`), id })),
      )

      expect(claims.filter((lease) => lease !== null)).toHaveLength(1)
    })

    test('that was lost writes nothing', async () => {
      const id = await waitingItem()
      const slow = await claimOne('Line', { owner: 'slow', leaseMs: 1, id })
      await new Promise((resolve) => setTimeout(resolve, 20))
      const quick = await claimOne('Line', { ...claimer('quick'), id })
      if (!slow || !quick) throw new Error('Both should have claimed.')

      const move = { from: 'AWAITING_PAYMENT', to: 'EXPIRED' } as const
      expect(await moveItem(slow, move)).toBe(false)
      expect(await renewLease('Line', slow, 1_000)).toBe(false)
      expect(await moveItem(quick, move)).toBe(true)
    })

    test('is given back although the database refuses that twice', async () => {
      changeSettings({ TIME_SCALE: '1' })
      const id = await waitingItem()
      const lease = await claimOne('Line', { ...claimer('w'), id })
      let left = 2
      const off = aroundStatements(({ text }, run, client) => {
        return /"leaseOwner" = NULL/.test(text) && left-- > 0 ? refuse(client, '57014') : run()
      })

      await withLease('Line', lease ?? { id, epoch: 0 }, async () => 0)
      off()

      expect(left).toBeLessThanOrEqual(0)
      expect(await claimDue('Line', claimer('next'))).toMatchObject({ id })
      changeSettings(sale.shop.settings)
    })

    test('refuses a move that the table does not know', async () => {
      const id = await waitingItem()
      const lease = await claimOne('Line', { ...claimer('w'), id })

      await expect(moveItem(lease ?? { id, epoch: 0 }, { from: 'UNKNOWN', to: 'PLACING' })).rejects.toThrow(
        'cannot move',
      )
    })

    test('keeps a wake-up that came while it was held', async () => {
      const id = await waitingItem()
      const lease = await claimOne('Line', { ...claimer('w'), id })
      if (!lease) throw new Error('Not claimed.')
      await wakeRow('Line', id)

      await finishLease('Line', lease, null)

      const row = await db().orderItem.findUniqueOrThrow({ where: { id } })
      expect(row.nextActionAt).not.toBeNull()
      expect(row.leaseOwner).toBeNull()
      await runUntilIdle()
    })

    test('is never shared by parallel workers over many rows', async () => {
      const ids = await Promise.all(Array.from({ length: 6 }, waitingItem))
      await db().orderItem.updateMany({ where: { id: { in: ids } }, data: { nextActionAt: new Date(0) } })

      const claims = await Promise.all(Array.from({ length: 20 }, (_, n) => claimDue('Line', claimer(`w${n}`))))

      const taken = claims.flatMap((lease) => lease?.id ?? [])
      expect(new Set(taken).size).toBe(taken.length)
      expect(taken.length).toBeLessThanOrEqual(6)
    })
  })

  describe('places for calls in flight', () => {
    test.each([1, 6, 16])('are %i over all processes where that many may be taken', async (max) => {
      await db().slot.updateMany({ data: { owner: null, until: null } })
      const take = (owner: string) =>
        db().$transaction((tx) => takeSlot({ kind: 'placement', owner, leaseMs: 60_000, max }, tx))

      const atOnce = await Promise.all(Array.from({ length: 24 }, (_, n) => take(`o${n}`)))
      let taken = atOnce.filter(Boolean).length
      expect(taken).toBeLessThanOrEqual(max)
      while (await take(`late ${taken}`)) taken += 1

      expect(taken).toBe(max)
      expect(await db().slot.count({ where: { owner: { not: null } } })).toBe(max)
      await db().slot.updateMany({ data: { owner: null, until: null } })
    })
  })

  describe('what nobody would move any more', () => {
    test('is found and woken', async () => {
      const started = await order()
      await db().payment.updateMany({ where: { orderId: started.orderId }, data: { nextActionAt: null } })

      expect(await findStuck()).toBeGreaterThan(0)
    })
  })

  describe('retention', () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)

    test('counts first and deletes the same afterwards, and leaves what is young', async () => {
      await db().callLog.createMany({ data: [{ endpoint: 'listSkus', class: 'ok', latencyMs: 1, at: ago(200) }] })
      const young = await db().callLog.count({ where: { at: { gt: ago(100) } } })

      const planned = await deleteOldRows({ isDryRun: true })
      const done = await deleteOldRows({ isDryRun: false })

      expect(done).toEqual(planned)
      expect(done.calls).toBe(1)
      expect(await db().callLog.count()).toBe(young)
    })

    test('lets no kind of row that cannot go keep the others, and says so', async () => {
      await db().callLog.createMany({ data: [{ endpoint: 'listSkus', class: 'ok', latencyMs: 1, at: ago(200) }] })
      await db().rateLimit.createMany({ data: [{ key: 'behind', points: 1, expire: ago(1).getTime() }] })
      const rows = { where: { at: { lt: ago(190) } } }

      await transaction(async (tx) => {
        await tx.$queryRaw`SELECT "id" FROM "CallLog" WHERE "at" < ${ago(190)} FOR UPDATE`
        await expect(deleteOldRows({ isDryRun: false })).rejects.toThrow('calls')
      })

      expect(await db().rateLimit.count({ where: { key: 'behind' } })).toBe(0)
      expect(await db().callLog.count(rows)).toBe(1)
      expect((await deleteOldRows({ isDryRun: false })).calls).toBe(1)
    })

    test('forgets what the catalogue and payment providers said long ago, but for what is still asked for', async () => {
      const event = (id: string, days: number, state: 'APPLIED' | 'UNMATCHED' | 'RECEIVED') => ({
        ...{ id, eventId: id, provider: 'test', kind: 'x', objectId: 'obj_none', state, receivedAt: ago(days) },
      })
      await db().providerEvent.createMany({
        data: [
          ...[event('evt_applied', 91, 'APPLIED'), event('evt_unmatched', 91, 'UNMATCHED')],
          ...[event('evt_waits', 91, 'RECEIVED'), event('evt_young', 89, 'APPLIED')],
        ],
      })
      const run = (id: string, days: number, state: 'finished' | 'failed') => ({
        ...{ id, trigger: 'test', state, startedAt: ago(days), finishedAt: ago(days) },
      })
      await db().syncRun.deleteMany()
      await db().syncRun.createMany({
        data: [run('run_a', 402, 'failed'), run('run_b', 401, 'finished'), run('run_last', 400, 'finished')],
      })
      await db().syncRun.createMany({ data: [run('run_after', 399, 'failed')] })
      const change = (id: string, skuId: number, days: number) => ({ id, skuId, syncRunId: 'run_a', at: ago(days) })
      await db().planChange.deleteMany()
      await db().planChange.createMany({
        data: [
          change('chg_old', 1, 400),
          change('chg_last', 1, 366),
          change('chg_a', 2, 366),
          change('chg_b', 2, 364),
        ].map((row) => ({ ...row, kind: 'gone' as const })),
      })

      const planned = await deleteOldRows({ isDryRun: true })
      const done = await deleteOldRows({ isDryRun: false })

      expect(done).toEqual(planned)
      expect(done).toMatchObject({ events: 2, passes: 2, planChanges: 2 })
      const ids = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id)
      const events = db().providerEvent.findMany({ where: { objectId: 'obj_none' }, orderBy: { id: 'asc' } })
      expect(await ids(events)).toEqual(['evt_waits', 'evt_young'])
      expect(await ids(db().syncRun.findMany({ orderBy: { id: 'desc' } }))).toEqual(['run_last', 'run_after'])
      expect(await ids(db().planChange.findMany({ orderBy: { id: 'desc' } }))).toEqual(['chg_last', 'chg_b'])
    })

    test('clears what ran out: counted requests, sessions, links, signs of life, early ends', async () => {
      const counted = (key: string, expire: Date) => ({ key, points: 1, expire: expire.getTime() })
      await db().rateLimit.createMany({ data: [counted('old', ago(1)), counted('young', ago(-1))] })
      const link = (id: string, expiresAt: Date, usedAt: Date | null) => ({ id, tokenHash: id, expiresAt, usedAt })
      const links = [link('used', ago(31), ago(31)), link('over', ago(31), null), link('late', ago(29), null)]
      await db().oneTimeLink.createMany({ data: links.map((row) => ({ ...row, purpose: 'owner_setup' })) })
      const sessions = [
        { id: 'gst_old', tokenHash: 'old', expiresAt: ago(1) },
        { id: 'gst_young', tokenHash: 'young', expiresAt: ago(-1) },
      ]
      await db().guestSession.createMany({ data: sessions })
      await db().heartbeat.createMany({
        data: [
          { id: 'old', kind: 'runner', at: ago(2) },
          { id: 'young', kind: 'runner', at: ago(0) },
        ],
      })
      await db().earlyExpiry.createMany({
        data: [
          { epoch: 901, at: ago(31) },
          { epoch: 902, at: ago(29) },
        ],
      })

      await db().withdrawal.createMany({
        data: [
          { id: 'wdr_old', startedAt: ago(31) },
          { id: 'wdr_young', startedAt: ago(29) },
        ],
      })

      const done = await deleteOldRows({ isDryRun: false })

      expect(done).toMatchObject({ limits: 1, onceLinks: 2, sessions: 1, beats: 1, earlyEnds: 1, withdrawals: 1 })
      expect(await db().withdrawal.findMany({ select: { id: true } })).toEqual([{ id: 'wdr_young' }])
      expect(await db().rateLimit.findUnique({ where: { key: 'young' }, select: { key: true } })).not.toBeNull()
      expect(await db().oneTimeLink.findMany({ select: { id: true } })).toContainEqual({ id: 'late' })
      expect(await db().guestSession.count({ where: { id: 'gst_young' } })).toBe(1)
      expect(await db().heartbeat.count({ where: { id: 'young' } })).toBe(1)
      expect(await db().earlyExpiry.count({ where: { epoch: 902 } })).toBe(1)
    })
  })
})

describe('mail outage', () => {
  const MINUTE_MS = 60_000
  const TO = 'ana@example.com'
  let sender: MailSender
  let subject: string

  duringTests(startShop)

  beforeAll(async () => {
    subject = (await signedIn(TO)).accountId
    sender = await startMailSender()
  })

  afterAll(() => sender.close())

  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)
  const queue = (id: string, kind: string, data: object) => {
    const payload = { subject, change: 'password_set', at: ago(600).toISOString() }

    return db().outbox.create({ data: { id, kind, dedupeKey: id, payload, ...data } })
  }

  test('a mail that the server does not take goes on for days, is told of, and leaves when the server is back', async () => {
    await queue('out_waits', 'account_changed', { tries: 6, createdAt: ago(600) })
    await sender.refuseNext(451)

    expect(await sender.mailsTo(TO)).toEqual([])

    const waiting = await db().outbox.findUniqueOrThrow({ where: { id: 'out_waits' } })
    expect(waiting).toMatchObject({ state: 'DUE', tries: 7 })
    expect(waiting.nextActionAt?.getTime()).toBeGreaterThan(Date.now())
    expect(await readAlarmConditions('trial')).toContainEqual(
      expect.objectContaining({ kind: 'mail_failed', count: 1 }),
    )
    expect(await sender.mailsTo(TO)).toHaveLength(1)
  })

  test.each([
    ['MAIL_FROM', 'Shop shop@shop.example'],
    ['SMTP_URL', 'smtp://shop:100%@mail.example'],
  ])('a mail waits for a %s that is no address to be mended', async (name, value) => {
    const id = `out_${name}`
    await queue(id, 'account_changed', { tries: 6, createdAt: ago(600) })
    const wrong = await startMailSender({ [name]: value })

    await wrong.mailsTo(TO)
    await wrong.close()

    expect(await db().outbox.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'DUE', tries: 7 })
    await db().outbox.delete({ where: { id } })
  })

  test('a mail that its reader has refused is tried no more', async () => {
    await queue('out_refused', 'account_changed', { createdAt: ago(600) })
    await sender.refuseNext(550)

    await sender.mailsTo(TO)

    expect(await db().outbox.findUniqueOrThrow({ where: { id: 'out_refused' } })).toMatchObject({ state: 'GIVEN_UP' })
  })

  test.each(['account_link', 'account_reset'])(
    'nobody is sent an %s any more that was asked for longer ago than it lasts',
    async (kind) => {
      const before = (await sender.mailsTo(TO)).length
      await queue(`out_old_${kind}`, kind, { tries: 3, createdAt: ago(31) })

      expect(await sender.mailsTo(TO)).toHaveLength(before)
      expect(await db().outbox.findUniqueOrThrow({ where: { id: `out_old_${kind}` } })).toMatchObject({
        state: 'GIVEN_UP',
        lastError: 'subject gone',
      })
      await queue(`out_new_${kind}`, kind, { tries: 3, createdAt: ago(5) })
      expect(await sender.mailsTo(TO)).toHaveLength(before + 1)
    },
  )

  test('nobody is sent to pay for an order that has run out meanwhile', async () => {
    const email = 'late@example.com'
    const add = async (state: 'EXPIRED' | 'AWAITING_PAYMENT') => {
      const { id: orderId } = await addSoldOrder({ email, state })
      await queue(`out_${state}`, 'pay_link', { orderId })
    }
    await add('EXPIRED')
    await add('AWAITING_PAYMENT')

    expect(await sender.mailsTo(email)).toHaveLength(1)
  })
})

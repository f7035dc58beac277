import { beforeEach, describe, expect, test } from 'vitest'
import { revokeLinks } from '#lib/auth/repository/links.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { readCustomerCopy } from '#lib/customers/repository/data-requests.ts'
import { setReminders } from '#lib/esims/commands/reminders.ts'
import { pollUsage } from '#lib/esims/commands/usage.ts'
import { erasePerson } from '#lib/fulfilment/commands/recover-erasures.ts'
import { deleteOldRows } from '#lib/operations/worker/retention.ts'
import { addBrowser, dropBrowser, readPushKey } from '#lib/orders/commands/browsers.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import {
  type PushBrowser,
  type PushService,
  senderOf,
  startPushService,
  subscribeBrowser,
} from '#tests/support/push-service.ts'
import { guestOf, order, pay, type Sale, type Started, startSale, workUntil } from '#tests/support/sale.ts'
import { changeSettings, duringTests } from '#tests/support/shop.ts'

type World = { sale: Sale; service: PushService; close: () => Promise<void> }

async function startWorld(): Promise<World> {
  const service = await startPushService()
  const sale = await startSale({ TEST_PUSH_URL: service.url, SUPPORT_EMAIL: 'help@shop.example' })

  return {
    sale,
    service,
    close: async () => {
      await sale.close()
      await service.close()
    },
  }
}

describe('messages to browsers', () => {
  const world = duringTests(startWorld)

  beforeEach(() => {
    world.service.reset()
  })

  const deliveriesTo = ({ path }: PushBrowser) => world.service.deliveries.filter((one) => one.path === path)
  const waiting = () => db().outbox.findMany({ where: { kind: 'push' }, orderBy: { createdAt: 'asc' } })

  async function subscribed(started: Started): Promise<PushBrowser> {
    const browser = subscribeBrowser(world.service)
    await readPushKey(started.caller, started.orderId)
    await addBrowser(started.caller, started.orderId, browser.target)

    return browser
  }

  /** An order whose eSIMs came while a browser was told of it. */
  async function told(): Promise<Started & { browser: PushBrowser }> {
    const started = await order()
    const browser = await subscribed(started)
    await pay(world.sale, started)
    await workUntil(started.itemId, ['DELIVERED'])
    await runUntilIdle()

    return { ...started, browser }
  }
  test('a browser that asked is told when the eSIMs are here, in a message that it alone can read', async () => {
    const { orderId, caller, browser } = await told()

    const [delivery, ...more] = deliveriesTo(browser)
    expect(more).toEqual([])
    if (!delivery) throw new Error('Nothing was delivered.')
    expect(browser.read(delivery)).toEqual({
      title: 'Your eSIM is ready',
      body: 'Open your order page to see the installation code.',
      ...{ lang: 'en', dir: 'ltr', icon: '/icons/icon-192.png', tag: 'order_ready' },
    })
    expect(() => subscribeBrowser(world.service).read(delivery)).toThrow()
    expect(delivery.headers).toMatchObject({ ttl: '604800', urgency: 'high', 'content-encoding': 'aes128gcm' })
    const { key, claims } = senderOf(delivery)
    expect(key).toBe(await readPushKey(caller, orderId))
    expect(claims).toMatchObject({ aud: world.service.url, sub: 'mailto:help@shop.example' })
    expect(await waiting()).toMatchObject([{ orderId, state: 'SENT', tries: 1, lastError: null }])
  })

  test('nothing in a message opens anything, and nothing that is kept shows where a browser is', async () => {
    const { orderId, number, itemId, browser } = await told()
    const [delivery] = deliveriesTo(browser)
    const text = JSON.stringify(delivery && browser.read(delivery))
    const { person, links } = await db().order.findUniqueOrThrow({
      where: { id: orderId },
      select: { person: true, links: true },
    })
    const [esim] = await db().esim.findMany({ where: { itemId } })

    for (const secret of [
      orderId,
      number,
      person.email,
      esim?.iccid ?? 'none',
      esim?.id ?? 'none',
      'LPA:',
      '/l/',
      '/o/',
    ]) {
      expect(text).not.toContain(secret)
    }
    // The mail mints a link of its own; a message has none.
    expect(links).toEqual([])
    const rows = JSON.stringify([
      await db().$queryRaw`SELECT "PushSubscription"::text FROM "PushSubscription"`,
      await db().$queryRaw`SELECT "Outbox"::text FROM "Outbox"`,
    ])
    expect(rows).not.toContain(browser.path)
    expect(rows).not.toContain(Buffer.from(browser.path).toString('hex'))
    expect(rows).not.toContain(browser.target.keys.auth)
  })

  test.each([
    ['ar', { title: 'شريحتا eSIM جاهزتان', lang: 'ar', dir: 'rtl' }],
    ['he', { title: 'Your 2 eSIMs are ready', lang: 'en', dir: 'ltr' }],
  ])('the buyer’s language %s counts where the store has it, and the words of the order', async (locale, said) => {
    const started = await order({ count: 2 })
    await db().order.update({ where: { id: started.orderId }, data: { locale } })
    const browser = await subscribed(started)
    await pay(world.sale, started)
    await workUntil(started.itemId, ['DELIVERED'])
    await runUntilIdle()

    const [delivery] = deliveriesTo(browser)
    expect(delivery && browser.read(delivery)).toMatchObject(said)
  })

  test('every browser of an order is told once, whoever else works; one that comes later or left is not', async () => {
    const started = await order()
    const [first, second, left] = [await subscribed(started), await subscribed(started), await subscribed(started)]
    await dropBrowser(started.caller, started.orderId, left.target.endpoint)
    await pay(world.sale, started)
    await workUntil(started.itemId, ['DELIVERED'])
    const late = await subscribed(started)
    await Promise.all([runUntilIdle(), runUntilIdle(), runUntilIdle()])

    expect([first, second, left, late].map((browser) => deliveriesTo(browser).length)).toEqual([1, 1, 0, 0])
  })

  test('a plan that runs low is told once beside its mail, with its figures', async () => {
    const { browser, itemId } = await told()
    await low(itemId)
    await pollUsage()
    await runUntilIdle()
    await low(itemId)
    await pollUsage()
    await runUntilIdle()

    const [, message, ...more] = deliveriesTo(browser)
    expect(more).toEqual([])
    expect(message && browser.read(message)).toMatchObject({
      title: 'Your eSIM for Japan is running low',
      body: '2.7\u00a0GB of 3\u00a0GB used.',
    })
    // What it says is true for no longer than half a day.
    expect(Number(message?.headers.ttl)).toBeLessThanOrEqual(12 * 3600)
    expect(Number(message?.headers.ttl)).toBeGreaterThan(11 * 3600)
  })

  test('a reminder that is switched off comes in no way', async () => {
    const { browser, itemId, caller, orderId } = await told()
    await setReminders(caller, orderId, ['plan_low'])
    await low(itemId)
    await pollUsage()
    await runUntilIdle()

    expect(deliveriesTo(browser)).toHaveLength(1)
    expect(await db().outbox.count({ where: { orderId, kind: 'plan_low' } })).toBe(0)
  })

  test('what waited until it was no longer true is not sent', async () => {
    const { browser, itemId, orderId } = await told()
    await low(itemId)
    await pollUsage()
    const past = new Date(Date.now() - 1_000).toISOString()
    await db().$executeRaw`
      UPDATE "Outbox" SET "payload" = jsonb_set("payload", '{goodUntil}', to_jsonb(${past}::text))
      WHERE "orderId" = ${orderId} AND "kind" = 'push' AND "state" = 'DUE'`
    await runUntilIdle()

    expect(deliveriesTo(browser)).toHaveLength(1)
    expect(await db().outbox.count({ where: { orderId, kind: 'push' } })).toBe(1)
  })

  async function low(itemId: string): Promise<void> {
    const [esim] = await db().esim.findMany({ where: { itemId } })
    const beginDate = new Date(Date.now() - 48 * 3_600_000).toISOString()
    world.sale.shop.provider.control.changeUsage({ iccid: esim?.iccid ?? '', usedMb: 0.9 * 3 * 1024, beginDate })
    await db().usageWatch.updateMany({ data: { dueAt: new Date(0) } })
  }

  describe('a push service', () => {
    async function toldOf(...answers: Parameters<PushService['answerNext']>) {
      const started = await order()
      const browser = await subscribed(started)
      await pay(world.sale, started)
      world.service.answerNext(...answers)
      await workUntil(started.itemId, ['DELIVERED'])
      await runUntilIdle()

      return { ...started, browser }
    }
    const kept = (orderId: string) => db().pushSubscription.count({ where: { orderId } })
    const rows = (orderId: string) => db().outbox.findMany({ where: { orderId, kind: 'push' } })
    const DUE = { nextActionAt: new Date(0) }

    test.each([404, 410])('that knows a browser no more (%i) has it forgotten', async (status) => {
      const { orderId, browser } = await toldOf({ status })

      expect(deliveriesTo(browser)).toHaveLength(1)
      expect(await kept(orderId)).toBe(0)
      expect(await rows(orderId)).toEqual([])
    })

    test('that fails is asked again, and what it takes then arrives', async () => {
      const { orderId, browser } = await toldOf({ status: 500 }, { status: 429 }, { status: 503 })

      for (let tries = 1; tries < 4; tries++) {
        expect(await rows(orderId)).toMatchObject([{ state: 'DUE', tries, lastError: 'later', sentAt: null }])
        await db().outbox.updateMany({ where: { orderId, kind: 'push' }, data: DUE })
        await runUntilIdle()
      }
      expect(await rows(orderId)).toMatchObject([{ state: 'SENT', tries: 4, lastError: null }])
      const deliveries = deliveriesTo(browser)
      expect(deliveries).toHaveLength(4)
      expect(deliveries.map((one) => browser.read(one).title)).toEqual(Array(4).fill('Your eSIM is ready'))
      expect(await kept(orderId)).toBe(1)
    })

    test('that goes on failing is left after six tries', async () => {
      const { orderId, browser } = await toldOf(...Array(9).fill({ status: 500 }))
      for (let tries = 0; tries < 8; tries++) {
        await db().outbox.updateMany({ where: { orderId, kind: 'push', state: 'DUE' }, data: DUE })
        await runUntilIdle()
      }

      expect(deliveriesTo(browser)).toHaveLength(6)
      expect(await rows(orderId)).toEqual([])
      expect(await db().outbox.count({ where: { state: 'GIVEN_UP' } })).toBe(0)
    })

    test('whose answer is lost gets the message no second time, whoever looks again', async () => {
      const { orderId, browser } = await toldOf('lost')
      await db().outbox.updateMany({ where: { orderId, kind: 'push' }, data: DUE })
      await Promise.all([runUntilIdle(), runUntilIdle()])

      expect(deliveriesTo(browser)).toHaveLength(1)
      expect(await rows(orderId)).toMatchObject([{ state: 'SENT', tries: 1 }])
      expect(await kept(orderId)).toBe(1)
    })

    test('that nobody reaches is asked again: no byte has left', async () => {
      const { orderId, caller, ...started } = await order()
      const browser = subscribeBrowser({ url: 'http://127.0.0.1:1' })
      changeSettings({ ...world.sale.shop.settings, TEST_PUSH_URL: 'http://127.0.0.1:1' })
      await readPushKey(caller, orderId)
      await addBrowser(caller, orderId, browser.target)
      await pay(world.sale, started)
      await workUntil(started.itemId, ['DELIVERED'])
      await runUntilIdle()

      const [row] = await rows(orderId)
      changeSettings(world.sale.shop.settings)
      expect(row).toMatchObject({ state: 'DUE', lastError: 'later', sentAt: null })
      expect(row?.tries).toBeGreaterThan(0)
      await db().outbox.deleteMany({ where: { orderId } })
    })

    test('that leads elsewhere is not followed, and one that refuses is not asked again', async () => {
      const location = `${world.service.url}/elsewhere`
      const led = await toldOf({ status: 307, headers: { location } })
      const refused = await toldOf({ status: 403 })

      expect(world.service.deliveries.map(({ path }) => path)).toEqual([led.browser.path, refused.browser.path])
      expect([await rows(led.orderId), await rows(refused.orderId)]).toEqual([[], []])
    })

    test('that is not known any more when a message leaves gets none', async () => {
      const started = await order()
      const browser = await subscribed(started)
      await pay(world.sale, started)
      changeSettings({ ...world.sale.shop.settings, TEST_PUSH_URL: '' })
      await workUntil(started.itemId, ['DELIVERED'])
      await runUntilIdle()
      changeSettings(world.sale.shop.settings)

      expect(deliveriesTo(browser)).toEqual([])
      expect(await rows(started.orderId)).toEqual([])
    })
  })

  describe('a browser', () => {
    const kept = (orderId: string) =>
      db().pushSubscription.findMany({ where: { orderId }, orderBy: { createdAt: 'asc' } })

    test('is kept once, with its newest keys; a sixth takes the place of the oldest', async () => {
      const started = await order()
      const first = await subscribed(started)
      await addBrowser(started.caller, started.orderId, first.target)
      expect(await kept(started.orderId)).toHaveLength(1)
      for (let n = 0; n < 5; n++) await subscribed(started)
      const ids = (await kept(started.orderId)).map(({ id }) => id)
      await Promise.all(Array.from({ length: 4 }, () => subscribed(started)))

      expect(ids).toHaveLength(5)
      expect(await kept(started.orderId)).toHaveLength(5)
      await pay(world.sale, started)
      await workUntil(started.itemId, ['DELIVERED'])
      await runUntilIdle()
      expect(deliveriesTo(first)).toEqual([])
      expect(world.service.deliveries).toHaveLength(5)
    })

    test('that does not hold the order asks for nothing, and an address of no push service is refused', async () => {
      const { orderId, caller } = await order()
      const { target } = subscribeBrowser(world.service)
      const holder = { kind: 'guest' as const, sessionId: 'gst_b', grants: [], shares: [{ shareId: 's', esimId: 'e' }] }

      for (const other of [guestOf('ord_other'), holder]) {
        await expect(readPushKey(other, orderId)).rejects.toMatchObject({ code: 'not_found' })
        await expect(addBrowser(other, orderId, target)).rejects.toMatchObject({ code: 'not_found' })
        await expect(dropBrowser(other, orderId, target.endpoint)).rejects.toMatchObject({ code: 'not_found' })
      }
      for (const endpoint of ['https://shop.example/push', 'http://127.0.0.1:5432/', 'https://10.0.0.1/']) {
        const wrong = addBrowser(caller, orderId, { ...target, endpoint })
        await expect(wrong).rejects.toMatchObject({ code: 'bad_input', details: { reason: 'service' } })
      }
      expect(await kept(orderId)).toEqual([])
    })

    test('may be at a stand-in of a trial on this machine, and at no other one', async () => {
      const { orderId, caller } = await order()
      const { target } = subscribeBrowser(world.service)
      const { settings } = world.sale.shop
      const elsewhere = { ...target, endpoint: 'http://push.example/push/1' }
      const refused = { code: 'bad_input', details: { reason: 'service' } }

      changeSettings({ ...settings, TEST_PUSH_URL: 'http://push.example' })
      await expect(addBrowser(caller, orderId, elsewhere)).rejects.toMatchObject(refused)
      changeSettings({ ...settings, STORE_MODE: 'live' })
      await expect(addBrowser(caller, orderId, target)).rejects.toMatchObject(refused)
      changeSettings({ ...settings, STORE_MODE: 'trial' })
      await addBrowser(caller, orderId, target)
      expect(await kept(orderId)).toHaveLength(1)
    })

    test('has one key of the store to ask with, however many ask first', async () => {
      await db().pushKey.deleteMany()
      const started = await order()

      const keys = await Promise.all(Array.from({ length: 8 }, () => readPushKey(started.caller, started.orderId)))

      expect(new Set(keys).size).toBe(1)
      expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(65)
      const [row] = await db().pushKey.findMany()
      expect(row?.publicKey).toBe(keys[0])
    })

    test('with keys that are no point of the curve is forgotten when something would be told', async () => {
      const started = await order()
      const browser = subscribeBrowser(world.service)
      const wrong = { ...browser.target.keys, p256dh: `B${'A'.repeat(86)}` }
      await readPushKey(started.caller, started.orderId)
      await addBrowser(started.caller, started.orderId, { ...browser.target, keys: wrong })
      await pay(world.sale, started)
      await workUntil(started.itemId, ['DELIVERED'])
      await runUntilIdle()

      expect(deliveriesTo(browser)).toEqual([])
      expect(await kept(started.orderId)).toEqual([])
      expect(await db().outbox.count({ where: { orderId: started.orderId, kind: 'push' } })).toBe(0)
    })

    test('goes with the links of its order, with its person and with time, and stands in the copy of the data', async () => {
      const [linked, old, named] = [await order(), await order(), await order()]
      for (const started of [linked, old, named]) await subscribed(started)
      const { personId, person } = await db().order.findUniqueOrThrow({
        where: { id: named.orderId },
        select: { personId: true, person: true },
      })
      const copy = await readCustomerCopy([personId], [person.email])
      expect(copy.browsers).toEqual([{ orderId: named.orderId, createdAt: expect.any(Date) }])

      await transaction((tx) => revokeLinks(linked.orderId, tx))
      const long = new Date(Date.now() - 401 * 86_400_000)
      await db().pushSubscription.updateMany({ where: { orderId: old.orderId }, data: { createdAt: long } })
      expect(await deleteOldRows({ isDryRun: false })).toMatchObject({ browsers: 1 })
      expect(await kept(named.orderId)).toHaveLength(1)
      await erasePerson(personId)

      expect([await kept(linked.orderId), await kept(old.orderId), await kept(named.orderId)]).toEqual([[], [], []])
    })
  })
})

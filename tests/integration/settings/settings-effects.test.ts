import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pauseSales, resumeSales } from '#lib/checkout/commands/sales-pause.ts'
import { staffPayments } from '#lib/checkout/commands/staff-orders.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { sendTestMail } from '#lib/mail/commands/send-test-mail.ts'
import { mailSender, testEmail } from '#lib/mail/worker/send-mail.ts'
import { retryJob } from '#lib/operations/commands/retry-job.ts'
import { listAuditRows } from '#lib/operations/queries/admin-audit.ts'
import { getJobPage } from '#lib/operations/queries/admin-jobs.ts'
import { getStoreProof } from '#lib/operations/queries/readiness.ts'
import { auditFilterSchema, JOB_STATES } from '#lib/operations/rules/admin-audit.ts'
import { deleteOldRows } from '#lib/operations/worker/retention.ts'
import { choosePaymentMethod, forgetProviders, offeredMethods } from '#lib/payments/commands/payments.ts'
import { changeSettings } from '#lib/settings/commands/change-settings.ts'
import {
  getEnvironment,
  getSettingFields,
  getSetupList,
  listSettingPast,
} from '#lib/settings/queries/admin-settings.ts'
import { getStoreStatus } from '#lib/settings/queries/store-details.ts'
import { FIXED, OWNER, quote, refresh, refusalOf } from '#tests/support/quotes.ts'
import { sell, startSale } from '#tests/support/sale.ts'
import { duringTests, startStockedShop } from '#tests/support/shop.ts'

describe('settings effects', () => {
  const shop = duringTests(() =>
    startStockedShop({
      BANK_TRANSFER_HOLDER: 'A Seller',
      BANK_TRANSFER_ACCOUNT: 'IBAN: DE00',
      TEST_PAYMENTS_URL: 'http://127.0.0.1:9',
      TEST_PAYMENTS_KEY: 'key_test',
      TEST_PAYMENTS_WEBHOOK_SECRET: 'a secret of the provider',
    }),
  )

  beforeAll(async () => {
    forgetProviders()
    await db().staff.create({
      data: { id: OWNER.staffId, email: OWNER.email, name: 'O', role: 'owner', passwordHash: 'x' },
      select: { id: true },
    })
  })

  beforeEach(async () => {
    await refresh(shop)
    await db().setting.deleteMany()
    await db().outbox.deleteMany()
  })

  const set = (key: 'payments.off' | 'tax.rate' | 'retention.mails' | 'shop.name' | 'mails.reply_to', value: unknown) =>
    changeSettings(OWNER, [{ key, value, seen: null }])

  const MINUTE = 60_000

  async function addMail(id: string, data: { state?: 'DUE' | 'GIVEN_UP' | 'SENT'; createdAt?: Date; dueIn?: number }) {
    const { dueIn = 0, ...rest } = data
    const nextActionAt = rest.state && rest.state !== 'DUE' ? null : new Date(Date.now() + dueIn)
    await db().outbox.create({
      data: { id, dedupeKey: id, kind: 'order_ready', payload: {}, nextActionAt, ...rest },
      select: { id: true },
    })
  }

  test('a way to pay that is switched off is offered to nobody, and chosen for nobody', async () => {
    expect(await offeredMethods()).toEqual(['bank_transfer', 'test'])

    await set('payments.off', ['bank_transfer'])

    const offered = await offeredMethods()
    expect(offered).toEqual(['test'])
    expect(choosePaymentMethod(undefined, offered)).toBe('test')
    expect(() => choosePaymentMethod('bank_transfer', offered)).toThrow(expect.objectContaining({ code: 'bad_input' }))
    expect(await staffPayments(OWNER)).not.toContain('bank_transfer')
  })

  test('an offer keeps the tax that was inside its price when it was made', async () => {
    const plain = await quote(FIXED)
    await set('tax.rate', '19')
    const taxed = await quote(FIXED)

    const rows = await db().quote.findMany({
      where: { id: { in: [plain.id, taxed.id] } },
      orderBy: { createdAt: 'asc' },
    })
    expect(rows.map(({ taxMinor }) => taxMinor)).toEqual([0, Math.round((taxed.total.minor * 19) / 119)])
    expect(taxed.total).toEqual(plain.total)
  })

  test('mails are kept as long as the owner says', async () => {
    await addMail('out_old', { state: 'SENT', createdAt: new Date(Date.now() - 10 * 1440 * MINUTE) })

    expect((await deleteOldRows({ isDryRun: true })).mails).toBe(0)
    await set('retention.mails', 7)
    expect((await deleteOldRows({ isDryRun: true })).mails).toBe(1)
  })

  describe('a mail', () => {
    test('comes from the shop as the settings say now', async () => {
      await set('shop.name', 'Wanderlust')
      await set('mails.reply_to', 'answers@example.com')

      const { shop: named, envelope } = await mailSender()

      expect(named.name).toBe('Wanderlust')
      expect(envelope).toEqual({ senderName: 'Wanderlust', replyTo: 'answers@example.com' })
    })

    test('of a test goes to whoever asked, in the shop’s own colour', async () => {
      const accent = { light: '#0b5cad', dark: '#7ab8ff' }
      await changeSettings(OWNER, [{ key: 'shop.accent', value: accent, seen: null }])
      await sendTestMail(OWNER, { kind: 'order_ready', locale: 'de' })

      const row = await db().outbox.findFirstOrThrow({ where: { kind: 'staff_test' } })
      const message = await testEmail(row.id, row.payload as Record<string, unknown>)
      if (!message) throw new Error('There is no letter.')

      expect(message).toMatchObject({
        to: OWNER.email,
        locale: 'de',
        kind: 'order_ready',
        contents: { shop: { accent } },
      })
    })
  })

  describe('the rows of the worker', () => {
    const page = (state: (typeof JOB_STATES)[number], after: string | null = null) =>
      getJobPage(OWNER, { state, queue: null, q: '', after })

    test('stand where their times and leases say', async () => {
      await addMail('out_due', { dueIn: -MINUTE })
      await addMail('out_later', { dueIn: 60 * MINUTE })
      await addMail('out_given', { state: 'GIVEN_UP' })
      await addMail('out_running', { dueIn: MINUTE })
      await db().$executeRaw`UPDATE "Outbox" SET "leaseUntil" = now() + interval '1 minute' WHERE "id" = 'out_running'`

      const ids = await Promise.all(JOB_STATES.map(async (state) => (await page(state)).rows.map(({ id }) => id)))

      expect(ids).toEqual([['out_due'], ['out_running'], ['out_later'], ['out_given'], []])
      // What is tried again and again waits, and is found among the failed as well.
      await db().outbox.update({ where: { id: 'out_later' }, data: { tries: 7 } })
      expect((await page('failed')).rows.map(({ id }) => id).sort()).toEqual(['out_given', 'out_later'])
      expect((await page('due')).counts.find(({ queue }) => queue === 'mails')).toMatchObject({ due: 1, later: 1 })
    })

    test('are paged by key, each of them once', async () => {
      for (let n = 0; n < 73; n++) await addMail(`out_${String(n).padStart(3, '0')}`, { dueIn: -MINUTE * (n % 7) - 1 })

      const first = await page('due')
      const second = await page('due', first.next)

      expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 23, null])
      expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(73)
    })

    test('are tried again by hand where that is harmless, by those who may', async () => {
      await addMail('out_given', { state: 'GIVEN_UP' })
      await addMail('out_sent', { state: 'SENT' })

      await retryJob(OWNER, { queue: 'mails', id: 'out_given' })

      expect((await page('due')).rows).toMatchObject([{ id: 'out_given', queue: 'mails', mayRetry: true }])
      expect(await db().auditEvent.count({ where: { act: 'job.retried', subject: 'out_given' } })).toBe(1)
      expect(await refusalOf(retryJob(OWNER, { queue: 'mails', id: 'out_sent' }))).toBe('conflict done')
      expect(await refusalOf(retryJob(OWNER, { queue: 'payments', id: 'pay_none' }))).toBe('conflict done')
      const support = { ...OWNER, role: 'support' } as const
      expect(await refusalOf(retryJob(support, { queue: 'mails', id: 'out_given' }))).toBe('forbidden')
      expect((await getJobPage(support, { state: 'due', queue: null, q: '', after: null })).rows[0]?.mayRetry).toBe(
        false,
      )
    })
  })

  describe('the pages of the settings', () => {
    test('show values of the environment as set or not set, and nothing of what they are', async () => {
      const facts = getEnvironment(OWNER, 'connection')

      expect(facts.find(({ name }) => name === 'RESELLER_API_SECRET')?.isSet).toBe(true)
      expect(facts.find(({ name }) => name === 'RESELLER_API_HTTP_URL')?.isSet).toBe(false)
      expect(JSON.stringify(facts)).not.toContain(shop.settings.RESELLER_API_SECRET)
      expect(() => getEnvironment({ ...OWNER, role: 'manager' }, 'connection')).toThrow()
    })

    test('show what is stored, the default behind it, and who changed it last', async () => {
      await set('shop.name', 'Shown')

      const [name] = await getSettingFields(OWNER, 'shop')
      const [last] = await listSettingPast(OWNER, 'shop')

      const trail = async (section: string) =>
        (await listAuditRows(OWNER, auditFilterSchema.parse({ section }))).rows.map(({ act, subject }) => [
          act,
          subject,
        ])

      expect((await trail('shop'))[0]).toEqual(['setting.changed', 'shop.name'])
      expect(await trail('legal')).toEqual([])
      expect((await trail('no part')).length).toBeGreaterThan((await trail('shop')).length)
      expect(name).toMatchObject({ key: 'shop.name', stored: 'Shown', fallback: 'Landfall' })
      expect(last).toMatchObject({ act: 'setting.changed', what: 'shop.name', before: null, after: 'Shown', by: 'O' })
      expect(await refusalOf(getSettingFields({ ...OWNER, role: 'finance' }, 'shop'))).toBe('forbidden')
    })

    test('tell a new owner what is done and what is open', async () => {
      const states = Object.fromEntries((await getSetupList(OWNER)).map(({ step, state }) => [step, state]))

      expect(states).toMatchObject({ sync: 'done', prices: 'later', payments: 'done', mail: 'open', legal: 'open' })
    })
  })
})

describe('store status', () => {
  const sale = duringTests(startSale)

  const status = () => getStoreStatus('trial')

  test('a store that sold nothing says that no time was measured, and not that it took none', async () => {
    expect(await status()).toMatchObject({ orders: 'normal', medianMs: null, waitingSince: null })
  })

  test('the time from payment to eSIM is that of the orders of the last day', async () => {
    const started = await sell(sale)
    const readyAt = new Date(Date.now() - 60_000)
    await db().orderItem.update({
      where: { id: started.itemId },
      data: { readyAt, deliveredAt: new Date(readyAt.getTime() + 4_000) },
    })

    expect(await status()).toMatchObject({ orders: 'normal', medianMs: 4_000 })
  })

  test('the front page proves how fast eSIMs arrive once enough were delivered to say so', async () => {
    expect(await getStoreProof('trial')).toEqual({ deliveryMs: null, answerMs: null })
    expect(await getStoreProof('trial', 1)).toEqual({ deliveryMs: 4_000, answerMs: null })
    expect(await getStoreProof('live', 1)).toEqual({ deliveryMs: null, answerMs: null })
  })

  test('a paid order that waits for more than ten minutes is told with its time, while the network is silent', async () => {
    sale.shop.provider.control.addFault({ path: 'addEsimOrder', kind: 'code', code: 4711 })
    const started = await sell(sale, {}, ['UNKNOWN'])
    expect(await status()).toMatchObject({ orders: 'normal', waitingSince: null })

    const readyAt = new Date(Date.now() - 11 * 60_000)
    await db().orderItem.update({ where: { id: started.itemId }, data: { readyAt } })

    const { orders, waitingSince } = await status()
    expect(orders).toBe('slow')
    expect(Math.abs((waitingSince?.getTime() ?? 0) - readyAt.getTime())).toBeLessThan(5_000)
  })

  test('a closed till says more than a slow order', async () => {
    await transaction((tx) => pauseSales('placements_refused', {}, tx))

    expect(await status()).toMatchObject({ orders: 'closed' })
    await resumeSales('staff:test')
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getCheckout } from '#lib/checkout/queries/checkout.ts'
import { db } from '#lib/core/repository/client.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { changeSettings } from '#lib/settings/commands/change-settings.ts'
import { type MailSender, startMailSender } from '#tests/support/mail-sender.ts'
import { aroundStatements, refuse } from '#tests/support/model/statements.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { order, pay, type Started, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

const HOUR_MS = 3_600_000

describe('an order that was not finished', () => {
  const sale = duringTests(() => startSale())
  let mail: MailSender

  beforeAll(async () => {
    mail = await startMailSender()
  })
  afterAll(() => mail.close())

  beforeEach(async () => {
    await db().outbox.deleteMany()
    await db().setting.deleteMany()
    await changeSettings(OWNER, [{ key: 'mails.abandoned', value: true, seen: null }])
  })

  const newAddress = () => `${randomUUID()}@example.com`
  const isDeclined = async (started: Started) => {
    await pay(sale, started, 'decline')
    await workUntil(started.itemId, ['EXPIRED'])
  }
  const isPaid = async (started: Started) => {
    await pay(sale, started)
    await workUntil(started.itemId, ['DELIVERED'])
  }
  const reminders = () => db().outbox.findMany({ where: { kind: 'abandoned_checkout' } })

  test('is told of once, an hour later, to who wanted it: with the way back to the same checkout', async () => {
    const email = newAddress()
    const before = Date.now()
    const started = await order({ email, remind: true })
    await isDeclined(started)

    const [row, ...more] = await reminders()
    expect([row?.orderId, more]).toEqual([started.orderId, []])
    // The store of the tests is sixty times as fast.
    expect(row?.nextActionAt?.getTime()).toBeGreaterThanOrEqual(before + HOUR_MS / 60)

    const [message, ...others] = await mail.mailsTo(email)
    expect([message?.subject, others]).toEqual(['Your order is not finished', []])
    expect(message?.text).toContain('nothing was ordered or charged')
    const checkoutId = /\/checkout\/([\w-]+)\?lang=en/.exec(message?.text ?? '')?.[1] ?? ''
    expect((await getCheckout(checkoutId, 'en'))?.map(({ planId }) => planId)).toHaveLength(1)
  })

  test('is told of once in 30 days to one address, however often it is begun', async () => {
    const email = newAddress()
    for (let turn = 0; turn < 3; turn += 1) await isDeclined(await order({ email, remind: true }))

    expect(await reminders()).toHaveLength(1)
  })

  test.each([1, 3])('is told of when the database gives up the end of its payment %i times', async (times) => {
    let left = times
    const off = aroundStatements(({ text }, run, client) =>
      /^INSERT INTO .*"Outbox"/.test(text) && left-- > 0 ? refuse(client, '40P01') : run(),
    )
    await isDeclined(await order({ email: newAddress(), remind: true })).finally(off)

    expect(left).toBeLessThanOrEqual(0)
    expect(await reminders()).toHaveLength(1)
  })

  test('is not told of where nobody wanted it, or where the shop reminds nobody', async () => {
    await isDeclined(await order())
    await db().setting.deleteMany()
    await isDeclined(await order({ remind: true }))

    expect(await reminders()).toEqual([])
  })

  test('is not told of to who has bought something since', async () => {
    const email = newAddress()
    await isDeclined(await order({ email, remind: true }))
    await isPaid(await order({ email }))

    expect((await mail.mailsTo(email)).map(({ subject }) => subject)).not.toContain('Your order is not finished')
    expect(await reminders()).toEqual([])
  })

  test('is not told of when it was paid after all', async () => {
    const email = newAddress()
    const started = await order({ email, remind: true })
    await isPaid(started)
    const { orderId } = started
    await db().$transaction((tx) => queueMail(tx, { kind: 'abandoned_checkout', orderId, dedupeKey: 'late' }))

    expect((await mail.mailsTo(email)).map(({ subject }) => subject)).not.toContain('Your order is not finished')
    expect(await reminders()).toEqual([])
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { readAlarmConditions } from '#lib/operations/repository/alarms.ts'
import { type MailSender, startMailSender } from '#tests/support/mail-sender.ts'
import { duringTests, signedIn, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'

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
  expect(await readAlarmConditions('trial')).toContainEqual(expect.objectContaining({ kind: 'mail_failed', count: 1 }))
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

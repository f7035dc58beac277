import { beforeEach, expect, test } from 'vitest'
import { grantOrder } from '#lib/auth/repository/links.ts'
import { db } from '#lib/core/repository/client.ts'
import type { Guest, StaffMember } from '#lib/core/rules/caller.ts'
import { settleMessage, takeMessage as take } from '#lib/customers/commands/messages.ts'
import { listStaffMessages } from '#lib/customers/queries/admin-messages.ts'
import { messageEmail } from '#lib/customers/worker/account-email.ts'
import { removeOldRows } from '#lib/operations/repository/retention.ts'
import { getAnswerTimeMs } from '#lib/orders/queries/order-of-quote.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { freshParties, order, startSale } from '#tests/support/sale.ts'
import { changeSettings, duringTests } from '#tests/support/shop.ts'

const READER: StaffMember = { ...OWNER, role: 'read_only' }

const sale = duringTests(startSale)

beforeEach(async () => {
  await freshParties(sale)
  await db().message.deleteMany()
  await db().outbox.deleteMany({ where: { kind: { startsWith: 'message_' } } })
})

const input = (changes: object = {}) => ({
  email: ' Ana@Example.com ',
  topic: 'no_service' as const,
  text: 'No signal since yesterday.',
  locale: 'en',
  orderId: null,
  facts: { page: '/help/no-service', device: 'a phone' },
  ...changes,
})
const holder = (orderId: string): Guest => ({
  kind: 'guest',
  sessionId: 'gst_test',
  grants: [{ orderId, grant: 'link', grantedAt: new Date() }],
})
const mails = async () =>
  (await db().outbox.findMany({ where: { kind: { startsWith: 'message_' } }, orderBy: { kind: 'asc' } })).map(
    ({ kind, state }) => `${kind} ${state}`,
  )

/** Somebody sends a message, signed in with an address or not. */
const takeMessage = (
  caller: Parameters<typeof take>[0],
  sent: Parameters<typeof take>[1],
  provenEmail: string | null = null,
) => take(caller, sent, { provenEmail })

test('a message of somebody who is signed in is kept and told to both sides, once each', async () => {
  const { reference, isCopied } = await takeMessage({ kind: 'anonymous' }, input(), 'ana@example.com')

  expect(isCopied).toBe(true)
  expect(reference).toMatch(/^M-\w{4}-\w{4}$/)
  expect(await db().message.findMany()).toMatchObject([{ reference, email: 'ana@example.com', orderId: null }])
  expect(await mails()).toEqual(['message_for_store DUE', 'message_received DUE'])
})

test('the same text sent again, because the answer was lost, is the same message until it is answered', async () => {
  const send = (changes: object = {}) => takeMessage({ kind: 'anonymous' }, input(changes), 'ana@example.com')
  const first = await send()

  expect(await send()).toEqual(first)
  expect((await send({ text: 'No signal since this morning.' })).reference).not.toBe(first.reference)
  expect(await db().message.count()).toBe(2)

  const { id } = await db().message.findUniqueOrThrow({ where: { reference: first.reference } })
  await settleMessage(OWNER, { id, answer: 'Please switch it off and on.' })
  expect((await send()).reference).not.toBe(first.reference)
})

test('a stranger mails nobody by the form: neither a typed address, nor that of an order which nobody has proven', async () => {
  const { orderId } = await order()
  const { email } = await db().person.findFirstOrThrow({ where: { orders: { some: { id: orderId } } } })
  const typed = input({ email: 'victim@example.com' })

  const sent = [
    await takeMessage({ kind: 'anonymous' }, typed),
    await takeMessage({ kind: 'anonymous' }, typed, 'stranger@example.com'),
    await takeMessage(holder(orderId), input({ orderId, email: 'victim@example.com' })),
    await takeMessage(holder(orderId), input({ orderId, email })),
    await takeMessage(holder('ord_another'), input({ orderId, email })),
  ]

  expect(sent.map(({ isCopied }) => isCopied)).toEqual([false, false, false, false, false])
  expect(new Set(await mails())).toEqual(new Set(['message_for_store DUE']))
})

test('the address of an order gets a copy when somebody has opened its mailed link', async () => {
  const { orderId } = await order()
  const { email } = await db().person.findFirstOrThrow({ where: { orders: { some: { id: orderId } } } })
  await grantOrder({ orderId, kind: 'link', formerSessionId: null })

  expect(await takeMessage(holder(orderId), input({ orderId, email }))).toMatchObject({ isCopied: true })
  expect(await mails()).toEqual(['message_for_store DUE', 'message_received DUE'])
})

test('messages that name one address mail five times a day; the others are kept all the same', async () => {
  const flood = (_: unknown, index: number) => input({ email: 'flooded@example.com', text: `No signal, ${index}.` })
  const sent = await Promise.all(
    Array.from({ length: 20 }, flood).map((one) => takeMessage({ kind: 'anonymous' }, one, 'flooded@example.com')),
  )

  expect(sent.filter(({ isCopied }) => isCopied)).toHaveLength(5)
  expect(await mails()).toHaveLength(10)
  expect(await db().message.count()).toBe(20)
})

test('an order is attached for the browser that holds it, and for nobody else', async () => {
  const { orderId } = await order()

  await takeMessage(holder(orderId), input({ orderId }))
  await takeMessage(holder('ord_another'), input({ orderId }))

  const stored = await db().message.findMany({ orderBy: { createdAt: 'asc' } })
  expect(stored.map((message) => message.orderId)).toEqual([orderId, null])
  expect(await db().orderEvent.count({ where: { orderId, kind: 'message_received' } })).toBe(1)
})

test('an answer is mailed once; who comes second is told, and nothing of theirs is sent', async () => {
  await takeMessage({ kind: 'anonymous' }, input())
  const { id } = await db().message.findFirstOrThrow()

  const both = await Promise.allSettled([
    settleMessage(OWNER, { id, answer: 'Switch roaming on.' }),
    settleMessage(OWNER, { id, answer: 'Restart it.' }),
  ])

  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await mails()).filter((mail) => mail.startsWith('message_answer'))).toHaveLength(1)
  expect(await db().auditEvent.count({ where: { act: 'message.answered', subject: id } })).toBe(1)
})

test('who may only read sees messages without addresses and card numbers, and answers none', async () => {
  await takeMessage(
    { kind: 'anonymous' },
    input({ text: 'No signal on 8948010006394134020. Write to eva@example.com!' }),
  )

  const { messages } = await listStaffMessages(READER, { isClosed: false, after: null })
  expect(messages).toMatchObject([{ email: null, text: 'No signal on …4020. Write to e…@e….com!' }])
  const [message] = messages
  await expect(settleMessage(READER, { id: message?.id ?? '', answer: null })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

async function readAll(isClosed: boolean): Promise<string[]> {
  const seen: string[] = []
  for (let after: string | null = null, isFirst = true; isFirst || after; isFirst = false) {
    const page = await listStaffMessages(OWNER, { isClosed, after })
    seen.push(...page.messages.map(({ text }) => text))
    after = page.next
  }

  return seen
}

test('pages follow each other without a gap or a repetition: the longest waiting first, the last closed first', async () => {
  for (let n = 0; n < 65; n++) await takeMessage({ kind: 'anonymous' }, input({ text: `message ${n}` }))
  // Two of one millisecond stand in the order of their ids.
  const rows = await db().message.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  const all = rows.map(({ text }) => text)
  expect(all).toHaveLength(65)
  expect(await readAll(false)).toEqual(all)

  // All at one moment: only the ids tell them apart then.
  await db().message.updateMany({ data: { closedAt: new Date() } })
  const closed = await readAll(true)
  expect(closed.toSorted()).toEqual(all.toSorted())
  expect(await readAll(false)).toEqual([])
})

test('messages are found by who wrote, by the order and by their reference, in the list where they stand', async () => {
  const { orderId, number } = await order()
  const { email } = await db().person.findFirstOrThrow({ where: { orders: { some: { id: orderId } } } })
  await takeMessage(holder(orderId), input({ orderId, email: 'other@example.com', text: 'about the order' }))
  await takeMessage({ kind: 'anonymous' }, input({ email, text: 'from the buyer' }))
  const { reference } = await takeMessage({ kind: 'anonymous' }, input({ email: 'ben@example.com', text: 'from Ben' }))
  await db().message.updateMany({ where: { text: 'from Ben' }, data: { closedAt: new Date() } })
  const find = async (q: string, isClosed = false, staff = OWNER) =>
    (await listStaffMessages(staff, { isClosed, after: null, q })).messages.map(({ text }) => text)

  expect(await find(` ${email.toUpperCase()}`)).toEqual(['about the order', 'from the buyer'])
  expect(await find('other@example.com')).toEqual(['about the order'])
  expect(await find(number)).toEqual(['about the order'])
  expect(await find(reference)).toEqual([])
  expect(await find(reference.toLowerCase(), true)).toEqual(['from Ben'])
  expect(await find('no signal')).toEqual([])
  expect(await find(email, false, READER)).toEqual([])
  expect(await find(number, false, READER)).toEqual(['about the order'])
})

test('pages of a search stay with what was searched', async () => {
  for (let n = 0; n < 40; n++) {
    const email = n % 8 === 0 ? 'ben@example.com' : 'ana@example.com'
    await takeMessage({ kind: 'anonymous' }, input({ email, text: `No signal, ${n}.` }))
  }
  const wanted = { isClosed: false, q: 'ana@example.com' }

  const first = await listStaffMessages(OWNER, { ...wanted, after: null })
  const second = await listStaffMessages(OWNER, { ...wanted, after: first.next })

  expect([first.messages.length, second.messages.length, second.next]).toEqual([30, 5, null])
  expect(new Set([...first.messages, ...second.messages].map(({ email }) => email))).toEqual(
    new Set(['ana@example.com']),
  )
})

test('the copy goes to the address of the store, receipt and answer to the sender', async () => {
  const { orderId } = await order()
  await takeMessage(holder(orderId), input({ orderId }))
  const { id } = await db().message.findFirstOrThrow()
  expect(await messageEmail('message_answer', id)).toBeNull()
  await settleMessage(OWNER, { id, answer: 'Switch roaming on.' })
  changeSettings({ SUPPORT_EMAIL: 'help@example.com' })
  await db().setting.create({ data: { key: 'alarms.language', value: 'de', updatedBy: 'test' } })

  const [receipt, copy, answer] = await Promise.all([
    messageEmail('message_received', id),
    messageEmail('message_for_store', id),
    messageEmail('message_answer', id),
  ])

  const { number } = await db().order.findUniqueOrThrow({ where: { id: orderId } })
  expect(receipt).toMatchObject({ to: 'ana@example.com', contents: { text: 'No signal since yesterday.' } })
  expect(copy).toMatchObject({ to: 'help@example.com', locale: 'de', contents: { orderNumber: number } })
  expect(answer).toMatchObject({ to: 'ana@example.com', contents: { answer: 'Switch roaming on.' } })
  await db().message.update({ where: { id }, data: { email: '', text: '' } })
  expect(await messageEmail('message_received', id)).toBeNull()
  expect(await messageEmail('message_for_store', id)).toBeNull()
})

test('how long answers take is told from five on, by the one in the middle, without what was put aside', async () => {
  const now = new Date()
  const closed = (hours: number, answer: string | null, n: number) => ({
    ...{
      id: `msg_${n}`,
      reference: `M-TIME-${n}`,
      email: 'a@example.com',
      locale: 'en',
      topic: 'other',
      text: 'Hello',
    },
    ...{ facts: {}, answer, closedAt: now, createdAt: new Date(now.getTime() - hours * 3_600_000) },
  })
  await db().message.createMany({ data: [1, 2, 3, 40].map((hours, n) => closed(hours, 'Yes.', n)) })
  await db().message.create({ data: closed(100, null, 8) })

  expect(await getAnswerTimeMs(now)).toBeNull()
  await db().message.create({ data: closed(60, 'No.', 9) })
  expect(await getAnswerTimeMs(now)).toBe(3 * 3_600_000)
})

test('a message without an order is forgotten two years after it was closed, one of an order stays with it', async () => {
  const closedAt = new Date(Date.now() - 731 * 86_400_000)
  const { orderId } = await order()
  const facts = { email: 'once@example.com', locale: 'en', topic: 'other', text: 'A question', facts: {}, closedAt }
  await db().message.createMany({
    data: [
      { id: 'msg_alone', reference: 'M-ALONE', ...facts },
      { id: 'msg_order', reference: 'M-ORDER', ...facts, orderId },
      { id: 'msg_new', reference: 'M-NEW', ...facts, closedAt: new Date() },
    ],
  })

  expect(await removeOldRows({ isDryRun: false })).toMatchObject({ messages: 1 })

  const left = await db().message.findMany({ where: { email: 'once@example.com' }, orderBy: { id: 'asc' } })
  expect(left.map(({ id }) => id)).toEqual(['msg_new', 'msg_order'])
})

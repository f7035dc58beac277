import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { announceSalesResumed, askSalesNote as ask, pauseSales } from '#lib/checkout/commands/sales-pause.ts'
import { forgetSalesPause } from '#lib/checkout/repository/sales-pause.ts'
import { salesEmail } from '#lib/checkout/worker/sales-email.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { removeOldRows } from '#lib/operations/repository/retention.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await startShop()
})

afterAll(() => shop.close())

beforeEach(async () => {
  await db().salesNote.deleteMany()
  await db().outbox.deleteMany({ where: { kind: 'till_open' } })
  await open()
})

/** Somebody who is signed in with an address asks for a note to it. */
const askSalesNote = (input: { email: string; locale: string }) =>
  ask(input, { provenEmail: input.email.trim().toLowerCase() })

const open = () => transaction(forgetSalesPause)
const close = () => transaction((tx) => pauseSales('strange_answers', {}, tx))
const mails = () => db().outbox.findMany({ where: { kind: 'till_open' }, orderBy: { createdAt: 'asc' } })

async function readers(): Promise<string[]> {
  const emails = await Promise.all(
    (await mails()).map(({ payload }) => salesEmail(String((payload as { subject: string }).subject))),
  )

  return emails
    .flatMap((message) => (message ? [`${message.to} ${message.locale} ${message.contents.url}`] : []))
    .sort()
}

test('whoever asked while the till was closed is mailed once when it opens, in the language of the page', async () => {
  await close()
  expect(await askSalesNote({ email: ' Ana@Example.com ', locale: 'de' })).toEqual({ isOpen: false })
  await askSalesNote({ email: 'ana@example.com', locale: 'de' })
  await askSalesNote({ email: 'ben@example.com', locale: 'en' })
  expect(await announceSalesResumed()).toBe(0)

  await open()

  // Every process looks.
  const told = await Promise.all([announceSalesResumed(), announceSalesResumed(), announceSalesResumed()])
  expect(told.reduce((sum, count) => sum + count)).toBe(2)
  expect(await announceSalesResumed()).toBe(0)
  expect(await readers()).toEqual([
    expect.stringMatching(/^ana@example\.com de http.*\/de\/destinations$/),
    expect.stringMatching(/^ben@example\.com en http.*\/destinations$/),
  ])
})

test('nobody has a note sent to an address that they are not signed in with', async () => {
  await close()
  const input = { email: 'victim@example.com', locale: 'en' }
  for (const provenEmail of [null, 'stranger@example.com']) {
    await expect(ask(input, { provenEmail })).rejects.toMatchObject({ details: { reason: 'unproven' } })
  }
  await open()

  expect(await announceSalesResumed()).toBe(0)
  expect(await db().salesNote.count()).toBe(0)
})

test('a till that closes again is heard of again only by those who ask again', async () => {
  await close()
  await askSalesNote({ email: 'ana@example.com', locale: 'en' })
  await askSalesNote({ email: 'ben@example.com', locale: 'en' })
  await open()
  await announceSalesResumed()
  await close()
  await askSalesNote({ email: 'ana@example.com', locale: 'en' })
  await open()

  expect(await announceSalesResumed()).toBe(1)
  expect((await readers()).map((reader) => reader.split(' ')[0])).toEqual(['ana@example.com', 'ben@example.com'])
  expect(await mails()).toHaveLength(3)
})

test('nothing is noted while payments are taken', async () => {
  expect(await askSalesNote({ email: 'ana@example.com', locale: 'en' })).toEqual({ isOpen: true })

  expect(await db().salesNote.count()).toBe(0)
  expect(await announceSalesResumed()).toBe(0)
})

test('an address is forgotten a week after its mail was queued, and one that waits is kept', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  await db().salesNote.createMany({
    data: [
      { id: 'tln_told', email: 'ana@example.com', locale: 'en', createdAt: ago(9), queuedAt: ago(8) },
      { id: 'tln_late', email: 'ben@example.com', locale: 'en', createdAt: ago(9), queuedAt: ago(6) },
      { id: 'tln_waits', email: 'cleo@example.com', locale: 'en', createdAt: ago(80) },
    ],
  })

  expect(await removeOldRows({ isDryRun: false })).toMatchObject({ salesNotes: 1 })
  expect((await db().salesNote.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)).toEqual([
    'tln_late',
    'tln_waits',
  ])
})

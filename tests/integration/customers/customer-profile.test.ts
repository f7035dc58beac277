import { createServer } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { db, transaction } from '#lib/core/repository/client.ts'
import type { Guest } from '#lib/core/rules/caller.ts'
import { copyOwnData, eraseOwnData } from '#lib/customers/commands/data-requests.ts'
import { changeProfile } from '#lib/customers/commands/own-account.ts'
import { getProfile } from '#lib/customers/queries/own-account.ts'
import { findMailPreferences } from '#lib/customers/repository/own-account.ts'
import { reminderToken } from '#lib/esims/repository/reminders.ts'
import { issueAwaitedInvoices, issueInvoice } from '#lib/finance/commands/issue-invoice.ts'
import { getInvoiceRecipient, getInvoices } from '#lib/finance/queries/admin-months.ts'
import { addInvoice } from '#lib/finance/repository/invoices.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { ownRequest } from '#tests/support/http-world.ts'
import { duringTests, signedIn, startShop } from '#tests/support/shop.ts'
import { addRefund, addSoldOrder } from '#tests/support/sold-order.ts'

const COMPANY = { company: 'Ruiz GmbH', taxNumber: 'DE123456789', postalAddress: 'Hafenstr. 7\n20359 Hamburg' }
const PROFILE = { ...COMPANY, name: 'Ana Ruiz', locale: 'de', homeZone: 'Europe/Berlin' }

duringTests(() => startShop({ PUBLIC_URL: 'http://shop.test', INTERNAL_SECRET: 'inner' }))

beforeEach(async () => {
  await db().rateLimit.deleteMany()
})

const holding = (orderId: string): Guest => ({
  kind: 'guest',
  sessionId: 'gst_test',
  grants: [{ orderId, grant: 'link', grantedAt: new Date() }],
})

test('a profile is kept as it was typed, and mails follow it once the address is proven', async () => {
  const ana = await signedIn('profile@example.com')

  await changeProfile(ana, PROFILE)

  expect(await getProfile(ana)).toEqual(PROFILE)
  expect(await findMailPreferences('profile@example.com')).toEqual({ locale: 'de', homeZone: 'Europe/Berlin' })
  await db().account.update({ where: { id: ana.accountId }, data: { provenAt: null } })
  expect(await findMailPreferences('profile@example.com')).toBeNull()
  const written = await db().auditEvent.findMany({
    where: { subject: ana.accountId },
    select: { before: true, after: true },
  })
  expect(JSON.stringify(written)).not.toContain('Ruiz')
})

test.each(['Mars/Olympus', 'Europe/Berlin; DROP'])('the zone %s is refused', async (homeZone) => {
  const { isTimeZone } = await import('#lib/core/rules/zoned-time.ts')

  expect(isTimeZone(homeZone)).toBe(false)
})

test('an invoice carries the company, a number of the year and exactly what was charged', async () => {
  const order = await addSoldOrder({ taxMinor: 174 })
  const { id } = await issueInvoice(holding(order.id), order.id, COMPANY)

  const [invoice] = await getInvoices(holding(order.id), order.id)
  expect(invoice).toMatchObject({ id, ...COMPANY, total: { minor: 1089, currency: 'USD' }, tax: { minor: 174 } })
  expect(invoice?.number).toBe(`TEST-${new Date().getUTCFullYear()}-00001`)
})

test('an invoice for a part of an order has the tax of the items that were charged, to the minor unit', async () => {
  const order = await addSoldOrder({ taxMinor: 182 })
  const item = await db().orderItem.findUniqueOrThrow({ where: { id: order.itemId } })
  const quote = await db().quote.findUniqueOrThrow({ where: { id: item.quoteId } })
  for (const position of [2, 3]) {
    const id = `quo_${order.itemId}_${position}`
    await db().quote.create({ data: { ...quote, id, snapshot: {}, unitMinor: 15, totalMinor: 15, taxMinor: 3 } })
    const left = { position, quoteId: id, itemRef: id, priceMinor: 15, state: 'REFUNDED', notCaptured: true } as const
    await db().orderItem.create({ data: { id: `lin_${id}`, orderId: order.id, ...left } })
  }
  await db().order.update({ where: { id: order.id }, data: { totalMinor: 1119 } })

  await issueInvoice(holding(order.id), order.id, COMPANY)

  const [invoice] = await getInvoices(holding(order.id), order.id)
  expect(invoice).toMatchObject({ total: { minor: 1089 }, tax: { minor: 182 } })
})

test('pressed often at once it is one invoice; other data is another one, and five are enough', async () => {
  const order = await addSoldOrder()
  const caller = holding(order.id)
  const pressed = await Promise.all(Array.from({ length: 8 }, () => issueInvoice(caller, order.id, COMPANY)))
  expect(new Set(pressed.map(({ id }) => id)).size).toBe(1)

  for (const n of [2, 3, 4, 5]) await issueInvoice(caller, order.id, { ...COMPANY, taxNumber: `DE${n}` })

  expect(await getInvoices(caller, order.id)).toHaveLength(5)
  const refused = { code: 'conflict', details: { reason: 'too_many' } }
  await expect(issueInvoice(caller, order.id, { ...COMPANY, taxNumber: 'DE6' })).rejects.toMatchObject(refused)
})

test('no number of a year is missing, whoever comes at once and whatever breaks off', async () => {
  const { id: orderId } = await addSoldOrder()
  const before = await db().invoice.count()
  const input = { orderId, ...COMPANY, currency: 'USD', totalMinor: 1089, taxMinor: 0 }

  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      transaction(async (tx) => {
        await addInvoice(input, { isTrial: true }, tx)
        if (n % 3 === 0) throw new Error('broken off')
      }).catch(() => {}),
    ),
  )

  const year = new Date().getUTCFullYear()
  const numbers = (await db().invoice.findMany({ orderBy: { number: 'asc' } })).map(({ number }) => number)
  expect(numbers).toHaveLength(before + 5)
  expect(numbers).toEqual(numbers.map((_, at) => `TEST-${year}-${String(at + 1).padStart(5, '0')}`))
})

test.each([
  ['somebody else', 'not_found', async (id: string) => issueInvoice(holding('ord_other'), id, COMPANY)],
  [
    'whoever has paid nothing yet',
    'conflict',
    async (id: string) => {
      await db().payment.updateMany({ where: { orderId: id }, data: { capturedMinor: 0 } })

      return issueInvoice(holding(id), id, COMPANY)
    },
  ],
  [
    'an order that is still under way',
    'conflict',
    async (id: string) => {
      await db().orderItem.updateMany({ where: { orderId: id }, data: { state: 'PLACING' } })

      return issueInvoice(holding(id), id, COMPANY)
    },
  ],
])('no invoice is made for %s', async (_, code, action) => {
  const { id } = await addSoldOrder()

  await expect(action(id)).rejects.toMatchObject({ code })
  expect(await db().invoice.count({ where: { orderId: id } })).toBe(0)
  expect(await getInvoices(holding('ord_other'), id)).toEqual([])
})

test('the copy names profile, notes and invoices but nothing that signs in, and an erasure keeps sums without the company', async () => {
  const order = await addSoldOrder({ email: 'erased@example.com' })
  const ana = await signedIn('erased@example.com')
  await changeProfile(ana, PROFILE)
  await db().account.update({ where: { id: ana.accountId }, data: { passwordHash: 'the hash of it' } })
  await issueInvoice(holding(order.id), order.id, COMPANY)
  const note = { text: 'Ana called about her phone', by: 'staff:secret' }
  await db().orderNote.create({ data: { id: 'not_ana', orderId: order.id, ...note } })

  const copy = JSON.stringify(await copyOwnData(ana), (_, value) => (typeof value === 'bigint' ? `${value}` : value))
  expect(copy).toContain('Hafenstr. 7')
  expect(copy).toContain('Europe/Berlin')
  expect(copy).toContain(note.text)
  expect(copy).not.toContain(note.by)
  expect(copy).not.toContain('the hash of it')
  await eraseOwnData(ana, 'erased@example.com')

  const [row] = await db().invoice.findMany({ where: { orderId: order.id } })
  expect(row).toMatchObject({ company: '', taxNumber: '', postalAddress: '', totalMinor: 1089 })
  expect(await db().account.count({ where: { company: 'Ruiz GmbH', id: ana.accountId } })).toBe(0)
})

test('a company that was named at the checkout gets one invoice when the order is done, and none before', async () => {
  const awaited = async (email: string) => {
    const order = await addSoldOrder({ email })
    await db().person.updateMany({ where: { email }, data: { company: COMPANY } })

    return order
  }
  const [done, open, erased] = [
    await awaited('done@example.com'),
    await awaited('open@example.com'),
    await awaited('gone@example.com'),
  ]
  await db().orderItem.updateMany({ where: { orderId: open.id }, data: { state: 'PLACING' } })
  const gone = await signedIn('gone@example.com')
  await eraseOwnData(gone, 'gone@example.com')

  await Promise.all(Array.from({ length: 4 }, issueAwaitedInvoices))

  expect(await getInvoices(holding(done.id), done.id)).toMatchObject([{ ...COMPANY, total: { minor: 1089 } }])
  expect(await db().invoice.count({ where: { orderId: { in: [open.id, erased.id] } } })).toBe(0)
  await db().orderItem.updateMany({ where: { orderId: open.id }, data: { state: 'DELIVERED' } })
  await issueAwaitedInvoices()
  await issueAwaitedInvoices()
  expect(await db().invoice.count({ where: { orderId: open.id } })).toBe(1)
  expect(
    await db().person.count({
      where: { email: { in: ['done@example.com', 'open@example.com'] }, company: { equals: Prisma.DbNull } },
    }),
  ).toBe(2)
})

test('the company named at the checkout stands ready for whoever is faster, and another one typed there is the only one', async () => {
  const { id } = await addSoldOrder({ email: 'faster@example.com' })
  await db().person.updateMany({ where: { email: 'faster@example.com' }, data: { company: COMPANY } })

  expect(await getInvoiceRecipient(holding(id), id)).toEqual(COMPANY)
  expect(await getInvoiceRecipient(holding('ord_other'), id)).toBeNull()
  await issueInvoice(holding(id), id, { ...COMPANY, company: 'Ruiz AG' })
  await issueAwaitedInvoices()

  expect(await getInvoices(holding(id), id)).toMatchObject([{ company: 'Ruiz AG' }])
  expect(await getInvoiceRecipient(holding(id), id)).toBeNull()
})

const press = async (token: string, body: string | FormData, type = 'application/x-www-form-urlencoded') => {
  const { POST } = await import('#app/api/reminders/[token]/route.ts')
  const headers: Record<string, string> = typeof body === 'string' ? { 'content-type': type } : {}
  const request = new Request('http://shop.test/api/reminders/x', { method: 'POST', headers, body })

  return (await POST(request, { params: Promise.resolve({ token }) })).status
}

test('a mailbox switches the reminders of an order off by its own button, without cookie or origin', async () => {
  const { id } = await addSoldOrder()
  const muted = async () => (await db().order.findUniqueOrThrow({ where: { id } })).mutedMails
  const token = reminderToken(id)

  expect(await press(token, 'hello=world')).toBe(400)
  expect(await press(`${token.slice(0, -2)}AA`, 'List-Unsubscribe=One-Click')).toBe(404)
  expect(await muted()).toEqual([])
  expect(await press(token, 'List-Unsubscribe=One-Click')).toBe(200)

  expect(await muted()).toEqual(['install_soon', 'plan_low', 'plan_used_up', 'plan_ending'])
})

test('a button is pressed by either kind of form, and whoever has no token of ours is not read', async () => {
  const { id } = await addSoldOrder()
  const token = reminderToken(id)
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  const long = 'List-Unsubscribe'.repeat(4096)

  expect(await press(token, 'List-Unsubscribe=One-Click', 'text/plain')).toBe(400)
  expect(await press(token, 'x=List-Unsubscribe+One-Click')).toBe(400)
  expect(await press(token, long)).toBe(413)
  expect(await press(`${token.slice(0, -2)}AA`, long)).toBe(404)
  expect(await press(token, form)).toBe(200)
})

test('our own page for it wants our own origin', async () => {
  const { DELETE } = await import('#app/api/reminders/[token]/route.ts')
  const { id } = await addSoldOrder()
  const context = { params: Promise.resolve({ token: reminderToken(id) }) }
  const ask = (origin: string) => ownRequest({ headers: { origin }, body: {}, path: '/api/reminders/x' })

  expect((await DELETE(ask('https://evil.example'), context)).status).toBe(403)
  expect((await DELETE(ask('http://shop.test'), context)).status).toBe(200)
})

test('a reminder carries the button of the mailbox, and a mail about money does not', async () => {
  const { createMailer } = await import('#lib/mail/mailer.ts')
  const { muteHeaders } = await import('#lib/esims/worker/esim-copy.ts')
  const { server, port, received } = await smtpSink()
  const mailer = createMailer({ host: '127.0.0.1', port, secure: false, from: 'store@example.com' })
  const mail = { to: 'ana@example.com', subject: 'Running low', html: '<p>x</p>', text: 'x' }

  await mailer.send({ ...mail, ...muteHeaders('plan_low', 'ord_1') })
  await mailer.send({ ...mail, ...muteHeaders('refund', 'ord_1') })
  mailer.close()
  server.close()

  const [reminder = '', refund = ''] = received
  const unfolded = reminder.replaceAll(/\r\n[ \t]+/g, ' ')
  expect(unfolded).toMatch(/List-Unsubscribe: <http:\/\/shop\.test\/api\/reminders\/[\w-]+>/)
  expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(refund).not.toContain('List-Unsubscribe')
})

// A mail server that says yes to everything and keeps what it was given.
async function smtpSink() {
  const received: string[] = []
  const server = createServer((socket) => {
    let data: string | null = null
    socket.write('220 sink\r\n')
    socket.on('data', (chunk) => {
      for (const item of chunk.toString().split(/(?<=\r\n)/)) {
        if (data !== null && item !== '.\r\n') data += item
        else if (data !== null) {
          received.push(data)
          data = null
          socket.write('250 ok\r\n')
        } else if (/^DATA/i.test(item)) {
          data = ''
          socket.write('354 go\r\n')
        } else socket.write(/^QUIT/i.test(item) ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()

  return { server, received, port: typeof address === 'object' && address ? address.port : 0 }
}

test('orders that stay open keep no invoice behind them waiting', async () => {
  const createdAt = new Date(Date.now() - 86_400_000)
  for (let n = 0; n < 51; n++) {
    const email = `waits${n}@example.com`
    await addSoldOrder({ email, createdAt, state: 'HELD' })
    await db().person.updateMany({ where: { email }, data: { company: COMPANY } })
  }
  const { id } = await addSoldOrder({ email: 'behind@example.com' })
  await db().person.updateMany({ where: { email: 'behind@example.com' }, data: { company: COMPANY } })

  await issueAwaitedInvoices()

  expect(await getInvoices(holding(id), id)).toMatchObject([COMPANY])
})

test.each(['late', 'given_back'])(
  'money that goes back because it is %s makes no invoice, and keeps none behind it waiting',
  async (reason) => {
    const back = await addSoldOrder({ email: `${reason}@example.com`, state: 'EXPIRED' })
    await db().payment.updateMany({ where: { orderId: back.id }, data: { reason } })
    await db().person.updateMany({ where: { email: `${reason}@example.com` }, data: { company: COMPANY } })

    await issueAwaitedInvoices()

    expect(await db().invoice.count({ where: { orderId: back.id } })).toBe(0)
    await expect(issueInvoice(holding(back.id), back.id, COMPANY)).rejects.toMatchObject({
      details: { reason: 'not_charged' },
    })
  },
)

test('an invoice is for what is kept: money that went back before is in none, and a second payment counts nowhere', async () => {
  const wanted = async (email: string, refundedMinor: number) => {
    const sold = await addSoldOrder({ email, taxMinor: 174, state: refundedMinor === 1089 ? 'REFUNDED' : 'DELIVERED' })
    await db().payment.update({ where: { id: sold.paymentId }, data: { refundedMinor } })
    await db().person.updateMany({ where: { email }, data: { company: COMPANY } })

    return sold
  }
  const all = await wanted('all-back@example.com', 1089)
  const part = await wanted('part-back@example.com', 389)
  const moving = await wanted('moving@example.com', 0)
  await addRefund(moving, 389)
  await db().refund.updateMany({ where: { paymentId: moving.paymentId }, data: { state: 'SENT', doneAt: null } })

  await issueAwaitedInvoices()

  expect(await db().invoice.count({ where: { orderId: { in: [all.id, moving.id] } } })).toBe(0)
  await expect(issueInvoice(holding(all.id), all.id, COMPANY)).rejects.toMatchObject({
    details: { reason: 'not_charged' },
  })
  const { provider, isTest, currency } = await db().payment.findUniqueOrThrow({ where: { id: part.paymentId } })
  const second = { provider, isTest, currency, orderId: part.id, n: 2, reason: 'second', state: 'CAPTURED' } as const
  const sums = { amountMinor: 1089, capturedMinor: 1089, refundedMinor: 1089 }
  await db().payment.create({ data: { id: 'pay_second', key: 'pay_second', ...second, ...sums } })
  const shown = { notCharged: { minor: 0 }, refundedBefore: { minor: 389 }, total: { minor: 700 }, tax: { minor: 112 } }
  expect(await getInvoices(holding(part.id), part.id)).toMatchObject([{ ...shown, refundedSince: { minor: 0 } }])
  await db().payment.update({ where: { id: part.paymentId }, data: { refundedMinor: 489 } })
  expect(await getInvoices(holding(part.id), part.id)).toMatchObject([{ ...shown, refundedSince: { minor: 100 } }])
})

test('orders of a trial take no number of a live store', async () => {
  const [trial, live] = [await addSoldOrder(), await addSoldOrder()]
  await db().order.update({ where: { id: live.id }, data: { mode: 'live' } })
  for (const { id } of [trial, live]) await issueInvoice(holding(id), id, COMPANY)

  const year = new Date().getUTCFullYear()
  expect(await getInvoices(holding(live.id), live.id)).toMatchObject([{ number: `${year}-00001` }])
  const [invoice] = await getInvoices(holding(trial.id), trial.id)
  expect(invoice?.number).toMatch(new RegExp(`^TEST-${year}-\\d{5}$`))
})

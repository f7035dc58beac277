import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { eraseForStaff, requestData } from '#lib/customers/commands/data-requests.ts'
import { blockBuyer, joinCustomers, unblockBuyer } from '#lib/customers/commands/manage-customer.ts'
import { settleMessage } from '#lib/customers/commands/messages.ts'
import { getCustomer } from '#lib/customers/queries/admin-customers.ts'
import { rewriteErased } from '#lib/customers/repository/erasures.ts'
import { revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { addShare } from '#lib/esims/repository/shares.ts'
import { getFinanceSums } from '#lib/finance/queries/admin-finance.ts'
import { financeFilterSchema } from '#lib/finance/rules/admin-finance.ts'
import { correctEmailForBuyer, resendLink } from '#lib/orders/commands/buyer-mails.ts'
import { noteOrder } from '#lib/orders/commands/label-actions.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { order, paymentLedger, sell, startSale } from '#tests/support/sale.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'
import { filesHolding } from '#tests/support/table-files.ts'

describe('erase customer', () => {
  const EMAIL = 'zyxandra@quillfeather.example'
  const SECOND = 'z.quill@elsewhere.example'
  const NAME = 'Zyxandra Quillfeather'
  const DATA_DIR = path.join(tmpdir(), `erase-${process.pid}`)

  duringTests(() => startShop({ DATA_DIR }))
  const owner = staffDuringTests('owner')
  let sold: Awaited<ReturnType<typeof addSoldOrder>>
  let personId: string

  beforeAll(async () => {
    sold = await addSoldOrder({ email: EMAIL, createdAt: new Date('2027-01-03T10:00:00Z') })
    await addSoldOrder({ email: SECOND, createdAt: new Date('2027-01-04T10:00:00Z') })
    await addSoldOrder({ email: 'other@example.com', createdAt: new Date('2027-01-05T10:00:00Z') })
    personId = (await db().order.findUniqueOrThrow({ where: { id: sold.id } })).personId
    await db().person.update({ where: { id: personId }, data: { name: NAME, phone: '+49 30 9911223' } })
    await db().esim.update({ where: { id: sold.esimId }, data: { travellerName: NAME, label: `${NAME}'s phone` } })
    await transaction((tx) => addShare({ esimId: sold.esimId, pinHash: 'none', now: new Date() }, tx))
    await db().order.update({
      where: { id: sold.id },
      data: {
        consent: { terms: true, text: '2026-11-20', travellers: { [sold.itemId]: [NAME] } },
        origin: { referrer: 'quillfeather.example', source: '', campaign: '' },
      },
    })
    await noteOrder(owner, { orderId: sold.id, text: `${NAME} called, wrote from ${EMAIL}` })
    await recordOrderEvent({ orderId: sold.id, kind: 'noted', actor: 'store', data: { said: `hello ${NAME}` } })
    const by = { actor: 'staff:test', role: 'owner' }
    const reason = `asked by ${NAME} <${EMAIL.toUpperCase()}>`
    await recordAudit({ ...by, act: 'order.link_resent', subject: sold.id, reason, before: { to: EMAIL } })
    await db().discrepancy.create({
      data: { id: 'brk_zyx', kind: 'cost_differs', subject: 'x', orderId: sold.id, evidence: { by: NAME }, reason },
    })
    await db().message.create({
      data: {
        ...{ id: 'msg_zyx', reference: 'M-ZYX', email: EMAIL, locale: 'en', topic: 'order', text: `I am ${NAME}` },
        facts: { page: EMAIL },
      },
    })
    await db().salesNote.create({ data: { id: 'tln_zyx', email: EMAIL, locale: 'en' } })
    await db().withdrawal.create({ data: { id: 'wdr_zyx', orderId: sold.id, confirmedAt: new Date() } })
    await joinCustomers(owner, { personId, email: SECOND, reason: `both are ${NAME}` })
    await blockBuyer(owner, { personId, reason: `${NAME} used stolen cards` })
    await requestData(owner, { personId, kind: 'erase', reason: `${NAME} wrote a letter` })
    await requestData(owner, { personId, kind: 'export', reason: `${NAME} wrote before that` })
  })

  afterAll(() => rm(DATA_DIR, { recursive: true, force: true }))

  const metrics = async () => {
    const filter = financeFilterSchema.parse({ book: 'trial', from: '2027-01-01', to: '2027-01-31' })

    return (await getFinanceSums(owner, filter, 'en')).totals
  }

  test('nobody is forgotten by mistake: another address, another role, an order under way', async () => {
    const [support, manager] = await Promise.all([addStaff('support'), addStaff('manager')])

    await expect(eraseForStaff(support, { personId, typed: EMAIL })).rejects.toThrow('customers.hand_data')
    await expect(eraseForStaff(manager, { personId, typed: SECOND })).rejects.toMatchObject({ code: 'bad_input' })
    await db().orderItem.update({ where: { id: sold.itemId }, data: { state: 'UNKNOWN' } })
    await expect(eraseForStaff(manager, { personId, typed: EMAIL })).rejects.toMatchObject({
      details: { reason: 'under_way' },
    })
    await db().orderItem.update({ where: { id: sold.itemId }, data: { state: 'DELIVERED' } })
    expect((await rowsWith('quillfeather')).length).toBeGreaterThan(8)
  })

  test('D41 after an erasure no table holds the name or an address, and every sum is what it was', async () => {
    const before = await metrics()

    const report = await eraseForStaff(owner, { personId, typed: ` ${EMAIL.toUpperCase()} ` })

    expect(report).toEqual({
      ...{ people: 2, orders: 2, esims: 2, notes: 1, links: 1 },
      kept: ['orders', 'payments', 'consents', 'backups', 'withdrawals'],
    })
    for (const word of ['zyxandra', 'quillfeather', SECOND, '9911223']) expect(await rowsWith(word), word).toEqual([])
    expect(await db().esimShare.count()).toBe(0)
    expect(await metrics()).toEqual(before)
    expect((await rowsWith('other@example.com')).length).toBeGreaterThan(0)
  })

  test('D41 once the tables are rewritten, no file of theirs holds the name or an address', async () => {
    await db().$executeRaw`ANALYZE`
    const words = ['Zyxandra', 'zyxandra', 'Quillfeather', 'quillfeather', SECOND, '9911223']
    // The rows are gone; what they were can still be read from the disk.
    expect(await filesHolding(words)).toContain('Person')

    expect(await rewriteErased('narrow')).toBeGreaterThan(0)
    expect(await rewriteErased('wide')).toBeGreaterThan(0)

    expect(await filesHolding(words)).toEqual([])
    expect(await filesHolding(['other@example.com'])).toContain('Person')
  })

  test('what stays tells what was done, without a name, and the page says that the person is gone', async () => {
    const page = await getCustomer(owner, personId)

    expect(page).toMatchObject({ isErased: true, name: null, email: '' })
    expect(page?.requests).toEqual([
      expect.objectContaining({ kind: 'export', outcome: 'declined' }),
      expect.objectContaining({ kind: 'erase', outcome: 'done' }),
    ])
    expect(page?.orders[0]?.consent).toMatchObject({ terms: true, text: '2026-11-20' })
    const audit = await db().auditEvent.findFirstOrThrow({ where: { act: 'order.link_resent' } })
    expect(audit).toMatchObject({ reason: 'asked by [erased] <[erased]>', before: { to: '[erased]' } })
    expect(await db().auditEvent.count({ where: { act: 'customer.erased', subject: personId } })).toBe(1)
    await expect(eraseForStaff(owner, { personId, typed: '' })).rejects.toMatchObject({ details: { reason: 'erased' } })
  })

  test('nobody is left to be written to: no mail is queued, and nothing waits for an answer', async () => {
    const erased = { code: 'conflict', details: { reason: 'erased' } }
    const mails = await db().outbox.count()
    const correction = { orderId: sold.id, email: 'new@example.com', reason: 'asked by phone' }
    await expect(correctEmailForBuyer(owner, correction)).rejects.toMatchObject(erased)
    await expect(resendLink(owner, { orderId: sold.id })).rejects.toMatchObject(erased)

    expect(await db().message.findUniqueOrThrow({ where: { id: 'msg_zyx' } })).toMatchObject({
      closedAt: expect.any(Date),
      answer: null,
    })
    // Before this was so, an erasure left messages open.
    await db().message.update({ where: { id: 'msg_zyx' }, data: { closedAt: null } })
    await expect(settleMessage(owner, { id: 'msg_zyx', answer: 'Here we are.' })).rejects.toMatchObject(erased)
    await settleMessage(owner, { id: 'msg_zyx', answer: null })
    expect(await db().outbox.count()).toBe(mails)
  })

  test('a name that is a word of the program too is taken out of texts alone', async () => {
    const { id, itemId } = await addSoldOrder({ email: 'true@example.com' })
    const { person } = await db().order.findUniqueOrThrow({ where: { id }, select: { person: true } })
    const esim = await db().esim.findFirstOrThrow({ where: { itemId } })
    await db().esim.update({ where: { id: esim.id }, data: { travellerName: 'True', label: '100' } })
    const after = { true: true, counts: [100, 'true'], note: 'True asked' }
    await recordAudit({ act: 'card.revealed', actor: 'guest', subject: esim.id, after })

    await eraseForStaff(owner, { personId: person.id, typed: 'true@example.com' })

    const audit = await db().auditEvent.findFirstOrThrow({ where: { subject: esim.id } })
    expect(audit.after).toEqual({ true: true, counts: [100, '[erased]'], note: '[erased] asked' })
  })

  test('the histories stay append-only for everything else', async () => {
    await expect(db().auditEvent.updateMany({ data: { reason: 'x' } })).rejects.toMatchObject({ code: 'P2003' })
    await expect(
      db().$transaction(async (tx) => {
        await tx.$executeRaw`SELECT set_config('landfall.erasing', 'on', true)`
        await tx.auditEvent.updateMany({ data: { act: 'x' } })
      }),
    ).rejects.toMatchObject({ code: 'P2003' })
    await expect(db().orderEvent.deleteMany()).rejects.toMatchObject({ code: 'P2003' })
  })

  /** Every row of every table that holds a text, whatever its case. */
  async function rowsWith(text: string): Promise<string[]> {
    const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT c.relname AS "name" FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`
    const found: string[] = []
    for (const { name } of tables) {
      const rows = await db().$queryRawUnsafe<unknown[]>(
        `SELECT 1 FROM "${name}" t WHERE position(lower($1) IN lower(t::text)) > 0`,
        text,
      )
      found.push(...rows.map(() => name))
    }

    return found
  }
})

describe('buyer block', () => {
  const EMAIL = 'blocked@example.com'
  const sale = duringTests(startSale)

  test('a block stops an order before any money, leaves what was bought alone, and ends', async () => {
    const before = await sell(sale, { email: EMAIL })
    const { personId } = await db().order.findUniqueOrThrow({ where: { id: before.orderId } })
    const support = await addStaff('support')
    await blockBuyer(support, { personId, reason: 'stolen cards' })
    const payments = (await paymentLedger(sale)).payments.length

    await expect(order({ email: ` ${EMAIL.toUpperCase()} ` })).rejects.toMatchObject({ code: 'buyer_blocked' })

    expect(await db().order.count({ where: { person: { email: EMAIL } } })).toBe(1)
    expect((await paymentLedger(sale)).payments).toHaveLength(payments)

    const esim = await db().esim.findFirstOrThrow({ where: { itemId: before.itemId } })
    const consent = { serviceStarts: true, withdrawalEnds: true } as const
    await expect(revealEsim(before.caller, esim.id, consent)).resolves.toMatchObject({ iccid: esim.iccid })

    await unblockBuyer(support, { personId, reason: 'cleared up' })
    await expect(order({ email: EMAIL })).resolves.toMatchObject({ orderId: expect.any(String) })
  })
})

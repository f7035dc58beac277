import { beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { exportedAudit, listAuditRows } from '#lib/operations/queries/admin-audit.ts'
import { auditFilterSchema } from '#lib/operations/rules/admin-audit.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'

const ICCID = '8948010000000004711'
const EMAIL = 'ana@example.com'

duringTests(startShop)
const owner = staffDuringTests('owner')
let sold: Awaited<ReturnType<typeof addSoldOrder>>

beforeAll(async () => {
  sold = await addSoldOrder({ number: 'LF-AUDT-0001', iccid: ICCID, email: EMAIL })
  const other = await addSoldOrder({ number: 'LF-AUDT-0002' })
  const { personId } = await db().order.findUniqueOrThrow({ where: { id: sold.id } })
  const account = newId('acc')
  await db().account.create({ data: { id: account, email: EMAIL, locale: 'en', provenAt: new Date() } })
  const by = { actor: `staff:${owner.staffId}`, role: 'owner' }
  await db().auditEvent.createMany({
    data: [
      { ...by, act: 'order.noted', subject: sold.id },
      { ...by, act: 'card.revealed', subject: sold.esimId, reason: 'lost' },
      { ...by, act: 'transfer.received', subject: sold.paymentId },
      { ...by, act: 'order.noted', subject: other.id },
      { ...by, act: 'customer.blocked', subject: personId, reason: 'fraud' },
      { actor: `guest:${account}`, act: 'account.signed_in', subject: account },
    ],
  })
})

const rowsOf = async (input: Record<string, string>, caller: Caller = owner) =>
  (await listAuditRows(caller, auditFilterSchema.parse(input))).rows
const eventsOf = async (subject: string, caller: Caller = owner) =>
  (await rowsOf({ subject }, caller)).map(({ act }) => act)

test('finds by the number of an order what was done to it, to its payments and its cards', async () => {
  const events = ['transfer.received', 'card.revealed', 'order.noted']

  expect(await eventsOf('LF-AUDT-0001')).toEqual(events)
  expect(await eventsOf('lf audt 0001')).toEqual(events)
  expect(await eventsOf(sold.id)).toEqual(['order.noted'])
  expect(await eventsOf('LF-AUDT-9999')).toEqual([])
})

test('finds by the number of a card, or its last digits, what was done to it and to its order', async () => {
  const events = ['card.revealed', 'order.noted']

  expect(await eventsOf(ICCID)).toEqual(events)
  expect(await eventsOf('8948 0100 0000 0004 711')).toEqual(events)
  expect(await eventsOf(ICCID.slice(-6))).toEqual(events)
})

test('shows whoever sees their own acts alone nothing more when they search', async () => {
  expect(await eventsOf('LF-AUDT-0001', await addStaff('support'))).toEqual([])
})

test('names customers to those who may see persons, and masks them for the others', async () => {
  const read = async (caller: Caller) => {
    const [signedIn] = await rowsOf({ act: 'account.signed_in' }, caller)
    const [blocked] = await rowsOf({ act: 'customer.blocked' }, caller)

    return [signedIn?.actor, signedIn?.customer, blocked?.subjectName, blocked?.personId !== null]
  }

  expect(await read(owner)).toEqual(['guest', EMAIL, EMAIL, true])
  expect(await read(await addStaff('manager'))).toEqual(['guest', EMAIL, EMAIL, true])
  expect(await read(await addStaff('finance'))).toEqual(['guest', 'a…@e….com', 'a…@e….com', true])
})

test('is taken out as a file by the same search, and without any address', async () => {
  const parts: string[] = []
  for await (const part of exportedAudit(owner, auditFilterSchema.parse({ subject: ICCID }))) parts.push(part)
  const file = parts.join('')

  expect(file.split('\n').filter((line) => line.includes('card.revealed'))).toHaveLength(1)
  expect(file).not.toContain('account.signed_in')
  expect(file).not.toContain(EMAIL)
})

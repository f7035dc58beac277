import { beforeAll, beforeEach, expect, test } from 'vitest'
import { afterAnswersDone } from '#lib/core/commands/after-answer.ts'
import { db } from '#lib/core/repository/client.ts'
import { requestFindLink } from '#lib/orders/commands/find-link.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'

const EMAIL = 'ana@example.com'

duringTests(startShop)
let trip: { id: string; number: string }

beforeAll(async () => {
  trip = await sold(EMAIL, '8948010000000004711')
  await sold('ben@example.com', '8948010000000009999')
})
beforeEach(() => db().outbox.deleteMany())

async function sold(email: string, iccid: string) {
  const { id } = await addSoldOrder({ email, iccid })

  return db().order.findUniqueOrThrow({ where: { id }, select: { id: true, number: true } })
}

async function found(hint: string, email = EMAIL): Promise<(string | null)[]> {
  await requestFindLink({ email, hint })
  await afterAnswersDone()
  const mails = await db().outbox.findMany({ where: { kind: 'find_link' }, select: { orderId: true } })

  return mails.map(({ orderId }) => orderId)
}

test.each(['4711', ' 4711 ', '004711', '8948010000000004711', '8948 0100 0000 0004 711'])(
  'the end of the ICCID, as in "%s", finds the order of its eSIM',
  async (hint) => {
    expect(await found(hint)).toEqual([trip.id])
  },
)

test('so does the number of the order, or its end', async () => {
  const order = await sold('cleo@example.com', '8948010000000002222')

  expect(await found(order.number, 'cleo@example.com')).toEqual([order.id])
  await db().outbox.deleteMany()
  expect(await found(order.number.slice(-4), 'cleo@example.com')).toEqual([order.id])
})

test('the address of another buyer finds nothing, whatever digits come with it', async () => {
  expect(await found('9999')).toEqual([])
  expect(await found('4711', 'ben@example.com')).toEqual([])
  expect(await found('711')).toEqual([])
})

test('digits that two eSIMs of a buyer end with mail the links to both, and to no other', async () => {
  const email = 'dora@example.com'
  const twins = [await sold(email, '8948010000000003333'), await sold(email, '8948010000001003333')]
  const other = await sold(email, '8948010000000000815')

  expect((await found('3333', email)).sort()).toEqual(twins.map(({ id }) => id).sort())
  await db().outbox.deleteMany()
  expect(await found('0815', email)).toEqual([other.id])
})

test('an order is found behind as many others of its address, which strangers can begin without paying', async () => {
  const email = 'eve@example.com'
  const own = await sold(email, '8948010000000005555')
  for (let n = 0; n < 101; n++) await addSoldOrder({ email, createdAt: new Date('2030-01-01T00:00:00Z') })

  expect(await found('5555', email)).toEqual([own.id])
  await db().outbox.deleteMany()
  expect(await found(own.number, email)).toEqual([own.id])
})

test('nothing is answered that tells whether there is such an order', async () => {
  expect(await requestFindLink({ email: EMAIL, hint: '4711' })).toBe(
    await requestFindLink({ email: 'nobody@example.com', hint: '4711' }),
  )
  await afterAnswersDone()
})

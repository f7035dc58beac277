import { afterAll, beforeAll, expect, test } from 'vitest'
import { actOnWithdrawals, confirmWithdrawal, startWithdrawal } from '#lib/cancellations/commands/withdraw.ts'
import { db } from '#lib/core/repository/client.ts'
import { revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { aroundStatements, refuse } from '#tests/support/model/statements.ts'
import { eventually } from '#tests/support/patience.ts'
import { cancelStates, delivered, returnCalls, workUntilEsims } from '#tests/support/returns.ts'
import { livingOrders, order, pay, placements, type Sale, startSale, workUntil } from '#tests/support/sale.ts'

let sale: Sale

beforeAll(async () => {
  sale = await startSale({ TIME_SCALE: '600' })
  sale.shop.provider.control.changeAccount({ applyCancelRules: false })
})

afterAll(async () => {
  expect(await checkInvariants()).toEqual([])
  await sale.close()
})

const mails = (orderId: string) => db().outbox.findMany({ where: { orderId, kind: 'withdrawal_received' } })
const outcomeOf = async (id: string) => (await db().withdrawal.findUniqueOrThrow({ where: { id } })).outcome

async function withdrawFrom({ orderId, number }: { orderId: string; number: string }): Promise<string> {
  const { person } = await db().order.findUniqueOrThrow({ where: { id: orderId }, include: { person: true } })
  const { id } = await startWithdrawal({ email: ` ${person.email.toUpperCase()} `, number: number.toLowerCase() })
  await confirmWithdrawal(id)
  await eventually(
    async () => {
      await actOnWithdrawals()

      return outcomeOf(id)
    },
    (outcome) => outcome !== null,
  )

  return id
}

test('a withdrawal sends sealed cards back with their money, leaves an opened one, and mails one receipt', async () => {
  const sold = await delivered(sale, 3)
  const [opened = { id: '' }, ...sealed] = sold.esims
  await revealEsim(sold.caller, opened.id, { serviceStarts: true, withdrawalEnds: true })

  const id = await withdrawFrom(sold)
  await confirmWithdrawal(id)
  await workUntilEsims(sealed, 'MONEY_BACK')

  expect(await outcomeOf(id)).toMatchObject({ asked: 2, opened: 1, refused: 0 })
  expect(await cancelStates([opened])).toEqual(['NONE'])
  expect(await mails(sold.orderId)).toHaveLength(1)
})

test('an order without clear answer is stopped: what turns up goes back, and so does the money', async () => {
  sale.shop.provider.control.addFault({ path: 'addEsimOrder', kind: 'code', code: 4711 })
  const started = await order()
  await pay(sale, started)
  await workUntil(started.itemId, ['UNKNOWN'])

  const id = await withdrawFrom(started)
  await workUntil(started.itemId, ['REFUNDED'])

  expect(await outcomeOf(id)).toMatchObject({ asked: 0, stopped: 1 })
  expect(placements(sale, started.itemRef)).toHaveLength(1)
  expect(livingOrders(sale, started.itemRef)).toEqual([])
  expect(await mails(started.orderId)).toHaveLength(1)
})

test('somebody who knows the number but not the address gets the same answers, and moves nothing', async () => {
  const sold = await delivered(sale)
  const before = returnCalls(sale).length

  const { id } = await startWithdrawal({ email: 'mallory@example.com', number: sold.number })
  const { receivedAt } = await confirmWithdrawal(id)
  await actOnWithdrawals()

  expect(receivedAt).toBeInstanceOf(Date)
  expect(await cancelStates(sold.esims)).toEqual(['NONE'])
  expect(returnCalls(sale)).toHaveLength(before)
  expect(await mails(sold.orderId)).toEqual([])
})

test('a first step alone asks for nothing', async () => {
  const sold = await delivered(sale)
  const { person } = await db().order.findUniqueOrThrow({ where: { id: sold.orderId }, include: { person: true } })

  await startWithdrawal({ email: person.email, number: sold.number })
  await actOnWithdrawals()

  expect(await cancelStates(sold.esims)).toEqual(['NONE'])
  await expect(confirmWithdrawal('wdr_nobody')).rejects.toMatchObject({ code: 'not_found' })
})

test('a statement that cannot be acted on now keeps no other one waiting', async () => {
  const ids = ['wdr_first', 'wdr_second']
  for (const [minutes, id] of ids.entries()) {
    const { orderId } = await delivered(sale)
    await db().withdrawal.create({ data: { id, orderId, confirmedAt: new Date(2026, 0, 1, 0, minutes) } })
  }
  let struck = 0
  const off = aroundStatements((statement, run, client) => {
    if (!statement.text.startsWith('INSERT INTO "public"."CancelAttempt"') || struck > 0) return run()
    struck += 1

    return refuse(client, '57014')
  })

  await actOnWithdrawals().finally(off)

  expect(struck).toBe(1)
  expect(await outcomeOf('wdr_first')).toBeNull()
  expect(await outcomeOf('wdr_second')).toMatchObject({ asked: 1 })
  await actOnWithdrawals()
  expect(await outcomeOf('wdr_first')).not.toBeNull()
})

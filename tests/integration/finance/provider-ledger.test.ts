import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { salesPaused } from '#lib/checkout/commands/sales-pause.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { bookTransfer, confirmCredit, setProviderFloor } from '#lib/finance/commands/provider-ledger.ts'
import { getProviderPage } from '#lib/finance/queries/admin-finance.ts'
import { forgetProviderStatus } from '#lib/finance/repository/provider-ledger.ts'
import { ledgerFilterSchema } from '#lib/finance/rules/provider-ledger.ts'
import { listNeeds } from '#lib/operations/queries/admin-today.ts'
import { addProviderEntry } from '#lib/reconciliation/repository/discrepancies.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'

duringTests(startShop)
const finance = staffDuringTests('finance')

beforeEach(async () => {
  await db().providerEntry.deleteMany()
  await db().setting.deleteMany()
  forgetProviderStatus()
})

test('without a deposit nobody knows what is left', async () => {
  await spend('12.5')

  const { statuses } = await getProviderPage(finance)

  expect(statuses).toMatchObject([{ spend: '12.5', balance: null, lastsDays: null }])
})

test('what is left is deposits less spending, and lasts at the pace of the last two weeks', async () => {
  await deposit('100,00')
  await spend('30')
  await db().providerEntry.updateMany({
    where: { kind: 'spend' },
    data: { at: new Date(Date.now() - 20 * 86_400_000) },
  })
  await spend('14')

  const { statuses } = await getProviderPage(finance)

  expect(statuses).toMatchObject([{ balance: '56', recentSpend: '14', lastsDays: 56 }])
  await addProviderEntry({ kind: 'spend', amount: '3', currency: 'EUR', orderNum: 'EP-EUR' })
  const since = statuses[0]?.recentSince.toISOString()
  const behind = await getProviderPage(finance, ledgerFilterSchema.parse({ kind: 'spend', currency: 'USD', since }))
  expect(behind.entries.map(({ amount, currency }) => [amount, currency])).toEqual([['14', 'USD']])
})

test('a credit counts from the moment a person confirms it, once, and that is written down', async () => {
  await deposit('100')
  await addProviderEntry({ kind: 'expected_credit', amount: '7.1', currency: 'USD', orderNum: 'EP1' })
  const [credit] = (await getProviderPage(finance)).credits
  expect((await getProviderPage(finance)).statuses).toMatchObject([{ balance: '100', expected: '7.1' }])

  const tries = await Promise.allSettled([1, 2].map(() => confirmCredit(finance, { id: credit?.id ?? '' })))

  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await getProviderPage(finance)).toMatchObject({
    statuses: [{ balance: '107.1', expected: '0', confirmed: '7.1' }],
    credits: [],
  })
  expect(await db().auditEvent.count({ where: { act: 'finance.credit_confirmed' } })).toBe(1)
})

test('the ledger goes on page by page, each entry once, narrowed by kind and by day, and leaves as a file', async () => {
  await deposit('100')
  await addProviderEntry({ kind: 'expected_credit', amount: '7.1', currency: 'USD', orderNum: 'EP1' })
  const [credit] = (await getProviderPage(finance)).credits
  await confirmCredit(finance, { id: credit?.id ?? '' })
  const at = new Date('2026-01-05T10:00:00Z')
  const spent = Array.from({ length: 205 }, (_, n) => ({
    id: `spent${n}`,
    kind: 'spend',
    amount: '1',
    currency: 'USD',
    at,
  }))
  await db().providerEntry.createMany({ data: spent })
  const page = (said: object) => getProviderPage(finance, ledgerFilterSchema.parse(said))
  const seen: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const { entries, older } = await page({ kind: 'spend', after })
    seen.push(...entries.map(({ id }) => id))
    after = older
  }

  expect(seen).toHaveLength(205)
  expect(new Set(seen).size).toBe(205)
  expect((await page({ kind: 'deposit' })).entries).toMatchObject([{ kind: 'deposit', amount: '100' }])
  expect((await page({ kind: 'expected_credit' })).entries).toEqual([])
  expect((await page({ kind: 'confirmed_credit' })).entries).toMatchObject([{ confirmedBy: finance.name }])
  expect((await page({ to: '2026-01-05' })).entries).toHaveLength(50)
  expect((await page({ from: '2026-01-06', kind: 'nonsense' })).entries).toHaveLength(2)
  const [head, ...rows] = parseCsv(await exportFile(finance, 'supplier', { to: '2026-01-05' })) ?? []
  expect(rows).toHaveLength(205)
  expect(rows[0]?.[head?.indexOf('amount') ?? -1]).toBe('1')
})

test('entries are found by our number, that of the network, a card, and what was noted with a payment', async () => {
  const { id, iccid, orderNum } = await addSoldOrder()
  const { number } = await db().order.findUniqueOrThrow({ where: { id }, select: { number: true } })
  await addProviderEntry({ kind: 'spend', amount: '7.1', currency: 'USD', orderNum })
  await addProviderEntry({ kind: 'spend', amount: '2', currency: 'USD', orderNum: 'EP-OTHER' })
  await deposit('100')
  await db().providerEntry.updateMany({ where: { kind: 'deposit' }, data: { note: 'Wire of March, 50% more' } })
  const found = async (q: string) =>
    (await getProviderPage(finance, ledgerFilterSchema.parse({ q }))).entries.map(({ amount }) => amount)

  for (const q of [number, orderNum, iccid]) expect(await found(q)).toEqual(['7.1'])
  expect(await found('50% MORE')).toEqual(['100'])
  expect(await found('april')).toEqual([])
  expect((parseCsv(await exportFile(finance, 'supplier', { q: number })) ?? []).slice(1)).toHaveLength(1)
})

test('a deposit sent twice is booked once, and an amount that reads two ways not at all', async () => {
  const input = { id: randomUUID(), kind: 'deposit', amount: '50' } as const
  await bookTransfer(finance, input)
  await bookTransfer(finance, input)

  await expect(bookTransfer(finance, { ...input, id: randomUUID(), amount: '1,234' })).rejects.toThrow('two ways')
  expect((await getProviderPage(finance)).statuses).toMatchObject([{ deposits: '50' }])
  const { entries } = await getProviderPage(finance, ledgerFilterSchema.parse({ kind: 'deposit' }))
  expect(entries.map(({ note }) => note)).toEqual([finance.name])
  expect(await exportFile(finance, 'supplier')).not.toContain(finance.staffId)
})

test('a balance under the floor closes the till, and a deposit or no floor opens it', async () => {
  await deposit('100')
  await setFloor('50')
  expect(await salesPaused()).toBeNull()

  await spend('50.000001')
  forgetProviderStatus()
  expect(await salesPaused()).toBe('supplier_floor')

  await deposit('0.01')
  expect(await salesPaused()).toBeNull()
  await setFloor('80')
  expect(await salesPaused()).toBe('supplier_floor')
  await setFloor('')
  expect(await salesPaused()).toBeNull()
})

test('a floor that somebody else has set meanwhile is not overwritten, whatever way it is written', async () => {
  await setProviderFloor(finance, { amount: '50,00', seen: null })

  await expect(setProviderFloor(finance, { amount: '', seen: null })).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'settings_changed' },
  })
  expect((await getProviderPage(finance)).floor).toBe('50')
  await setProviderFloor(finance, { amount: '60', seen: '50' })
  expect((await getProviderPage(finance)).floor).toBe('60')
})

test('a credit that soon reaches the floor wants a person, with its date and what a day costs, until it is behind', async () => {
  const support = await addStaff('support')
  const rows = async (who: StaffMember) => (await listNeeds(who)).filter(({ group }) => group === 'credit')
  await spend('14')
  expect(await rows(finance)).toEqual([])

  await deposit('20.4')
  const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const perDay = { key: 'spendPerDay', money: { minor: 100, currency: 'USD' } }
  expect(await rows(finance)).toMatchObject([
    { what: 'used_up', amount: { minor: 640 }, facts: [{ key: 'lastsUntil', value: until(6) }, perDay] },
  ])
  expect(await rows(support)).toEqual([])

  await deposit('0.6')
  expect(await rows(finance)).toEqual([])
  await setFloor('4')
  expect(await rows(finance)).toMatchObject([{ what: 'floor', facts: [{ value: until(3) }, perDay] }])

  await setFloor('7.01')
  expect(await rows(finance)).toEqual([])
  expect(await salesPaused()).toBe('supplier_floor')
})

test('who may not book sees no ledger and changes nothing', async () => {
  const support = await addStaff('support')

  await expect(getProviderPage(support)).rejects.toThrow('costs.see')
  await expect(confirmCredit(support, { id: 'sup_x' })).rejects.toThrow('finance.book')
  await expect(setProviderFloor(support, { amount: '1', seen: null })).rejects.toThrow('finance.book')
  await expect(bookTransfer(support, { id: randomUUID(), kind: 'deposit', amount: '1' })).rejects.toThrow(
    'finance.book',
  )
})

async function setFloor(amount: string) {
  await setProviderFloor(finance, { amount, seen: (await getProviderPage(finance)).floor })
}

function deposit(amount: string) {
  return bookTransfer(finance, { id: randomUUID(), kind: 'deposit', amount })
}

function spend(amount: string) {
  return addProviderEntry({ kind: 'spend', amount, currency: 'USD', orderNum: 'EP1' })
}

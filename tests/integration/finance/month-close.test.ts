import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { addDecimals, decimal } from '#lib/core/rules/decimal.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { addUpDays, closeMonth } from '#lib/finance/commands/close-month.ts'
import { getFinanceSums } from '#lib/finance/queries/admin-finance.ts'
import { getMonth, getMonths } from '#lib/finance/queries/admin-months.ts'
import { listSold } from '#lib/finance/repository/admin-finance.ts'
import { sumLedger } from '#lib/finance/repository/provider-ledger.ts'
import { findSoldFilter, sumSold } from '#lib/finance/repository/sold-lines.ts'
import {
  FINANCE_GROUPS,
  type FinanceFilter,
  type FinanceGroup,
  financeFilterSchema,
} from '#lib/finance/rules/admin-finance.ts'
import { saveCapability } from '#lib/provider/repository/capabilities.ts'
import { addProviderEntry } from '#lib/reconciliation/repository/discrepancies.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { addUp } from '#tests/support/finance-metrics.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'

describe('month close', () => {
  duringTests(startShop)
  const finance = staffDuringTests('finance')
  let early: Sold
  let refundedLater: Sold
  let costTold: Sold

  type Sold = Awaited<ReturnType<typeof addSoldOrder>>
  const OWN = { part: 'own', after: null } as const
  const LATER = { part: 'corrections', after: null } as const

  beforeAll(async () => {
    early = await addSoldOrder({ createdAt: new Date('2025-01-03T10:00:00Z') })
    refundedLater = await addSoldOrder({
      ...{ createdAt: new Date('2025-01-31T23:59:59.999Z'), state: 'REFUNDED', taxMinor: 174 },
    })
    costTold = await addSoldOrder({ createdAt: new Date('2025-01-12T10:00:00Z') })
    await db().providerOrder.updateMany({ where: { orderNum: costTold.orderNum }, data: { cost: null } })
    await addSoldOrder({ createdAt: new Date('2025-02-01T00:00:00Z') })
    // Given back on the second of February: before January is closed, and not in January.
    await refund(refundedLater, { amountMinor: 1089, doneAt: new Date('2025-02-02T10:00:00Z') })
    await addProviderEntry({
      kind: 'expected_credit',
      amount: '7.1',
      currency: 'USD',
      orderNum: refundedLater.orderNum,
    })
    await db().providerEntry.updateMany({ data: { at: new Date('2025-02-03T10:00:00Z') } })
    await refund(early, { amountMinor: 89, doneAt: new Date('2025-01-20T10:00:00Z') })
  })

  test('a month stays open while anything touches it, and what that is can be read', async () => {
    const held = await addSoldOrder({ createdAt: new Date('2025-01-15T10:00:00Z'), state: 'HELD', reason: 'test' })
    await db().discrepancy.create({
      data: { id: 'brk_test', kind: 'cost_differs', subject: 'x', orderId: held.id, evidence: {} },
    })

    const { next } = await getMonths(finance, 'trial')

    expect(next).toMatchObject({ id: 'trial-2025-01', month: '2025-01', isOver: true })
    expect(next?.open).toEqual([
      { kind: 'lines', count: 1, first: [expect.objectContaining({ orderId: held.id, state: 'HELD' })] },
      { kind: 'findings', count: 1, first: [expect.objectContaining({ orderId: held.id, state: 'cost_differs' })] },
    ])
    await expect(closeMonth(finance, 'trial-2025-01')).rejects.toMatchObject({ details: { reason: 'open' } })

    const facts = { kind: 'dispute', orderId: held.id, evidence: {} }
    await db().discrepancy.createMany({
      data: Array.from({ length: 25 }, (_, n) => ({ id: `brk_${n}`, subject: `${n}`, ...facts })),
    })
    const found = async (whole: 'findings' | 'lines') => {
      const { next: month } = await getMonths(finance, 'trial', whole)

      return month?.open.find(({ kind }) => kind === 'findings')
    }
    const [first, all] = [await found('lines'), await found('findings')]
    expect([first?.count, first?.first.length, all?.first.length]).toEqual([26, 20, 26])
    expect(new Set(all?.first.map(({ discrepancyId }) => discrepancyId)).size).toBe(26)

    await db().discrepancy.updateMany({ data: { closedAt: new Date(), closedBy: 'test' } })
    await db().orderItem.update({ where: { id: held.itemId }, data: { state: 'EXPIRED' } })
    await db().payment.update({ where: { id: held.paymentId }, data: { capturedMinor: 0, state: 'VOIDED' } })
  })

  test('a dispute keeps its month open until the bank has decided, though its payment stays barred', async () => {
    const { id: orderId, paymentId } = early
    await db().payment.update({ where: { id: paymentId }, data: { state: 'DISPUTED' } })
    const dispute = { id: 'brk_dispute', kind: 'dispute', subject: paymentId, orderId, evidence: {} }
    await db().discrepancy.create({ data: dispute })
    const open = async () => (await getMonths(finance, 'trial')).next?.open.map(({ kind }) => kind)

    expect(await open()).toEqual(['findings'])

    await db().discrepancy.updateMany({ data: { closedAt: new Date(), closedBy: 'store', resolution: 'lost' } })
    expect(await open()).toEqual([])
  })

  test('months are closed in their order, when they are over, by finance or an owner', async () => {
    const thisMonth = new Date().toISOString().slice(0, 7)
    const manager = await addStaff('manager')

    await expect(closeMonth(finance, 'trial-2025-02')).rejects.toMatchObject({ details: { reason: 'not_next' } })
    await expect(closeMonth(finance, `trial-${thisMonth}`)).rejects.toMatchObject({ details: { reason: 'not_over' } })
    await expect(closeMonth(manager, 'trial-2025-01')).rejects.toThrow('finance.close')
  })

  test('a closed month adds up to its order rows, as they stood when it ended', async () => {
    // Paid above the price; what was too much went back.
    const { paymentId } = costTold
    await db().payment.update({
      where: { id: paymentId },
      data: { amountMinor: 1189, capturedMinor: 1189, refundedMinor: 100 },
    })
    const refund = {
      paymentId,
      key: 'over',
      kind: 'AUTOMATIC',
      state: 'DONE',
      reason: 'overpaid',
      requestedBy: 'x',
    } as const
    await db().refund.create({ data: { id: 'rfd_over', amountMinor: 100, expectedRefundedSoFar: 0, ...refund } })

    await closeMonth(finance, 'trial-2025-01')

    const page = await getMonth(finance, 'trial-2025-01', OWN)
    expect(page?.month.sums).toEqual([
      expect.objectContaining({
        ...{ isCorrection: false, currency: 'USD', lines: 3, knownLines: 2, revenueMinor: 3 * 1089 },
        ...{ refundedMinor: 89, taxMinor: 174, charged: '14.2', credited: '0', spentMinor: 1420 },
        ...{ marginMinor: 2 * 1089 - 89 - 174 - 1420 },
      }),
    ])
    expect(page?.rows).toHaveLength(3)
    const unknown = await getMonth(finance, 'trial-2025-01', { ...OWN, part: 'unknown_cost' })
    expect(unknown?.rows.map(({ itemId, knownLines }) => [itemId, knownLines])).toEqual([[costTold.itemId, 0]])
    expect(page?.month.notes).toMatchObject({ unknownCosts: 1, openCredits: [{ amount: '7.1' }], differing: [] })
    expect(page?.month.notes.takenMinor).toEqual([{ currency: 'USD', takenMinor: 3267, soldMinor: 3267 }])
    expect(await db().auditEvent.count({ where: { act: 'finance.month_closed', subject: 'trial-2025-01' } })).toBe(1)
  })

  test('what is closed can be changed by nobody', async () => {
    const [entry] = await db().monthEntry.findMany({ take: 1 })
    if (!entry) throw new Error('Nothing was booked.')
    const refused = { code: 'P2003' }

    await expect(db().monthClose.updateMany({ data: { sums: [] } })).rejects.toMatchObject(refused)
    await expect(db().monthClose.deleteMany()).rejects.toMatchObject(refused)
    await expect(db().monthEntry.updateMany({ data: { revenueMinor: 1 } })).rejects.toMatchObject(refused)
    await expect(db().monthEntry.deleteMany()).rejects.toMatchObject(refused)
    await expect(db().monthEntry.create({ data: { ...entry, itemId: 'lin_new' } })).rejects.toMatchObject(refused)
    await expect(closeMonth(finance, 'trial-2025-01')).rejects.toMatchObject({ details: { reason: 'not_next' } })
  })

  test('what happens later is a correction of the month in which it happens, and all months together are the figures', async () => {
    await db().providerOrder.updateMany({ where: { orderNum: costTold.orderNum }, data: { cost: '7.1' } })

    await closeMonth(finance, 'trial-2025-02')

    const own = await getMonth(finance, 'trial-2025-02', OWN)
    const later = await getMonth(finance, 'trial-2025-02', LATER)
    expect(own?.rows.map(({ lines, revenueMinor }) => [lines, revenueMinor])).toEqual([[1, 1089]])
    expect(byItem(later?.rows)).toEqual(
      byItem([
        {
          itemId: refundedLater.itemId,
          lines: 0,
          refundedMinor: 1089,
          credited: '7.1',
          marginMinor: -1089 + 174 + 710,
        },
        { itemId: costTold.itemId, lines: 0, refundedMinor: 0, credited: '0', marginMinor: 1089 - 710 },
      ]),
    )
    expect(addUp((await getMonths(finance, 'trial')).closed.flatMap(({ sums }) => sums))).toEqual(await metrics())
  })

  test('an attempt that broke off leaves nothing behind', async () => {
    const [entry] = await db().monthEntry.findMany({ take: 1 })
    if (!entry) throw new Error('Nothing was booked.')
    await db().monthEntry.create({ data: { ...entry, monthId: 'trial-2025-03' } })

    await closeMonth(finance, 'trial-2025-03')

    expect((await getMonth(finance, 'trial-2025-03', OWN))?.month.sums).toEqual([])
    expect(await db().monthEntry.count({ where: { monthId: 'trial-2025-03' } })).toBe(0)
  })

  test('two people who close a month at the same moment close it once', async () => {
    const owner = await addStaff('owner')

    const results = await Promise.allSettled([closeMonth(finance, 'trial-2025-04'), closeMonth(owner, 'trial-2025-04')])

    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db().monthClose.count({ where: { month: '2025-04' } })).toBe(1)
  })

  test('a closed month can be taken home, row by row, and that is written down', async () => {
    const rows = (await parseCsv(await exportFile(finance, 'month', { id: 'trial-2025-02' }))) ?? []

    const [head, ...lines] = rows
    const at = (name: string) => head?.indexOf(name) ?? -1
    expect(lines.map((line) => [line[at('part')], line[at('revenue')], line[at('refunded')]]).sort()).toEqual([
      ['correction', '0.00', '0.00'],
      ['correction', '0.00', '10.89'],
      ['own', '10.89', '0.00'],
    ])
    expect(await db().auditEvent.count({ where: { act: 'finance.exported', subject: 'trial-2025-02' } })).toBe(1)
    const support = await addStaff('support')
    await expect(exportFile(support, 'month', { id: 'trial-2025-02' })).rejects.toThrow('costs.see')
    await expect(exportFile(finance, 'month', { id: 'trial-2030-01' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(getMonths(support, 'trial')).rejects.toThrow('costs.see')
  })

  async function metrics() {
    const filter = financeFilterSchema.parse({ book: 'trial', from: '2025-01-01', to: '2025-02-28' })

    return addUp((await getFinanceSums(finance, filter, 'en')).totals)
  }

  type Row = { itemId: string; lines: number; refundedMinor: number; credited: string; marginMinor: number }

  function byItem(rows: Row[] = []) {
    return Object.fromEntries(
      rows.map(({ itemId, lines, refundedMinor, credited, marginMinor }) => [
        itemId,
        { lines, refundedMinor, credited, marginMinor },
      ]),
    )
  }

  async function refund({ paymentId, itemId }: Sold, { amountMinor, doneAt }: { amountMinor: number; doneAt: Date }) {
    await db().refund.create({
      data: {
        ...{ id: newId('rfd'), paymentId, key: newId('rfd'), kind: 'AUTOMATIC', state: 'DONE' },
        ...{ amountMinor, expectedRefundedSoFar: 0, reason: 'test', requestedBy: 'store', doneAt },
        items: { create: { id: newId('rfi'), itemId, amountMinor } },
      },
    })
  }
})

describe('day sums', () => {
  const FILTER: FinanceFilter = {
    ...financeFilterSchema.parse({ book: 'trial' }),
    from: '2027-02-01' as FinanceFilter['from'],
    to: '2027-03-31' as FinanceFilter['to'],
  }
  const SUMMED = ['revenueMinor', 'taxMinor', 'discountMinor', 'refundedMinor', 'spentMinor', 'marginMinor'] as const
  const COSTS = ['quoted', 'charged', 'credited'] as const

  type Sold = Awaited<ReturnType<typeof addSoldOrder>>

  duringTests(startShop)
  let first: Sold

  beforeAll(async () => {
    for (const day of ['2027-02-04T00:00:00', '2027-03-01T12:00:00'])
      await addSoldOrder({ createdAt: new Date(`${day}Z`) })
  })

  beforeEach(async () => {
    first = await addSoldOrder({ createdAt: new Date('2027-02-03T23:59:59.999Z') })
    await addUpDays()
  })

  /** The figures of each key, added up here from every sold line. */
  async function byHand(by: FinanceGroup) {
    const sums = new Map<string, Record<string, unknown>>()
    for (const line of await listSold(await findSoldFilter(FILTER), { after: null, limit: 100 })) {
      const day = line.at.toISOString().slice(0, 10)
      const keys = { day, month: day.slice(0, 7), destination: `${line.skuId}`, plan: line.planId, method: line.method }
      for (const key of [keys[by], null]) {
        const { currency, costCurrency } = line
        const id = `${key} ${currency} ${costCurrency}`
        const old = sums.get(id) as typeof line | undefined
        const added = SUMMED.map((name) => [name, line[name] + (old?.[name] ?? 0)])
        const costs = COSTS.map((name) => [name, addDecimals(line[name], old?.[name] ?? decimal('0'))])
        const counts = { lines: line.lines + (old?.lines ?? 0), knownLines: line.knownLines + (old?.knownLines ?? 0) }
        sums.set(id, { key, currency, costCurrency, ...counts, ...Object.fromEntries([...added, ...costs]) })
      }
    }

    return sums
  }

  /** Expects every sum that the store tells to be that of its items. */
  async function expectExact() {
    for (const by of FINANCE_GROUPS) {
      const told = await sumSold(await findSoldFilter({ ...FILTER, by }), { by, limit: 100 })
      const rows = new Map(told.map((row) => [`${row.key} ${row.currency} ${row.costCurrency}`, row]))
      expect(rows, by).toEqual(await byHand(by))
    }
  }

  function marks() {
    return db().$queryRaw<{ day: string }[]>`
    SELECT DISTINCT "book" || ' ' || to_char("day", 'YYYY-MM-DD') AS "day" FROM "DayMark" ORDER BY 1`
  }

  const CHANGES: Record<string, () => Promise<unknown>> = {
    'a price that was not taken': () =>
      db().orderItem.update({ where: { id: first.itemId }, data: { notCaptured: true } }),
    'a payment that was given back': () =>
      db().payment.update({ where: { id: first.paymentId }, data: { reason: 'late' } }),
    'a capture that was taken back': () =>
      db().payment.update({ where: { id: first.paymentId }, data: { capturedMinor: 0 } }),
    'a cost that the network tells': () =>
      db().providerOrder.update({ where: { orderNum: first.orderNum }, data: { cost: '5.25' } }),
    'a cost that nobody knows': () =>
      db().providerOrder.update({ where: { orderNum: first.orderNum }, data: { cost: null } }),
    'a refund': () => refund(first, 300),
    'a credit of the supplier': () =>
      addProviderEntry({ kind: 'expected_credit', amount: '1.1', currency: 'USD', orderNum: first.orderNum }),
    'a sale of the other book': () => db().order.update({ where: { id: first.id }, data: { mode: 'live' } }),
    'another day': () => db().order.update({ where: { id: first.id }, data: { createdAt: new Date('2027-02-05') } }),
    'a sale': () => addSoldOrder({ createdAt: new Date('2027-02-09T09:00:00Z') }),
    'a gift': async () => {
      const data = { provider: 'no_charge', capturedMinor: 0, amountMinor: 0 }
      await db().payment.update({ where: { id: first.paymentId }, data: { ...data, state: 'OPEN' } })
      await addUpDays()
      await db().payment.update({ where: { id: first.paymentId }, data: { state: 'CAPTURED' } })
    },
    'a line that is gone': async () => {
      await db().payment.delete({ where: { id: first.paymentId } })
    },
    'a pass of five days': async () => {
      const id = newId('quo')
      const old = await db().quote.findFirstOrThrow({ where: { items: { some: { id: first.itemId } } } })
      await db().quote.create({ data: { ...old, id, snapshot: {}, days: 5 } })
      await db().orderItem.update({ where: { id: first.itemId }, data: { quoteId: id, priceMinor: 900 } })
    },
  }

  test('a day that has not changed is not read again', async () => {
    await expectExact()
    expect(await marks()).toEqual([])
    await db().daySum.updateMany({ where: { by: 'day', key: '' }, data: { revenueMinor: 7n } })

    const [total] = await sumSold(await findSoldFilter(FILTER), { by: 'day', limit: 10 })

    expect(total?.revenueMinor).toBe(21)
    await db().$executeRaw`UPDATE "Line" SET "priceMinor" = "priceMinor" + 1`
    await db().$executeRaw`UPDATE "Line" SET "priceMinor" = "priceMinor" - 1`
  })

  test.each(Object.entries(CHANGES))(
    'after %s the figures are right at once, and when they were added up',
    async (_, change) => {
      const before = [await byHand('day'), await byHand('method')]
      await change()

      await expectExact()
      await addUpDays()
      expect(await marks()).toEqual([])
      await expectExact()
      expect([await byHand('day'), await byHand('method')]).not.toEqual(before)
    },
  )

  test('a day pass counts by its days where the network charges it so, from one moment to the next', async () => {
    await CHANGES['a pass of five days']?.()
    await db().plan.updateMany({ data: { kind: 'day_pass' } })
    await addUpDays()

    await expectExact()
    const quoted = async () => Number((await sumSold(await findSoldFilter(FILTER), { by: 'day', limit: 1 }))[0]?.quoted)
    const byDays = await quoted()
    await saveCapability({ key: 'order.daypassPrice', value: 'total', updatedBy: 'test' })

    await expectExact()
    expect(byDays - (await quoted())).toBeGreaterThan(4 * 7.1 - 0.01)
  })

  test('what is committed while its day is being added up is not lost, and two changes do not wait for each other', async () => {
    await db().$transaction(async (tx) => {
      await tx.orderItem.update({ where: { id: first.itemId }, data: { priceMinor: 500 } })
      const other = await addSoldOrder({ createdAt: new Date('2027-02-03T08:00:00Z') })
      await db().orderItem.update({ where: { id: other.itemId }, data: { priceMinor: 600 } })
      await addUpDays()
      expect(await marks()).toEqual([])
    })

    expect(await marks()).toEqual([{ day: 'trial 2027-02-03' }])
    await expectExact()
    await addUpDays()
    await expectExact()
  })

  test('the supplier ledger is the sum of its entries, however many of its days are added up', async () => {
    await db().providerEntry.deleteMany()
    const days = [0, 1, 13.9, 14.1, 40]
    for (const [n, ago] of days.entries()) {
      const kinds = ['spend', 'deposit', 'withdrawal', 'expected_credit']
      const at = new Date(Date.now() - ago * 86_400_000)
      const data = kinds.map((kind) => ({ id: `${kind}:${n}`, kind, amount: `${n + 1}.000001`, currency: 'USD', at }))
      await db().providerEntry.createMany({ data })
    }
    const fresh = await sumLedger()
    await addUpDays()
    const kept = await sumLedger()
    await db().providerEntry.update({ where: { id: 'expected_credit:4' }, data: { confirmedAt: new Date() } })

    expect(fresh).toMatchObject([
      { spend: '15.000005', expected: '15.000005', confirmed: '0', recentSpend: '6.000003' },
    ])
    expect(kept).toEqual(fresh.map((sums) => ({ ...sums, recentSince: expect.any(Date) })))
    expect(await sumLedger()).toMatchObject([{ expected: '10.000004', confirmed: '5.000001' }])
  })

  async function refund({ paymentId, itemId }: Sold, amountMinor: number) {
    const refunded = await db().refund.create({
      data: {
        ...{ id: newId('rfd'), paymentId, key: newId('rfd'), kind: 'AUTOMATIC', state: 'SENT' },
        ...{ amountMinor, expectedRefundedSoFar: 0, reason: 'test', requestedBy: 'store' },
        items: { create: { id: newId('rfi'), itemId, amountMinor } },
      },
    })
    await addUpDays()
    await db().refund.update({ where: { id: refunded.id }, data: { state: 'DONE', doneAt: new Date() } })
  }
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pageOfNeed } from '#components/ui/admin/need-address.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'
import { listNeeds } from '#lib/operations/queries/admin-today.ts'
import { declineApproval } from '#lib/orders/commands/second-person.ts'
import { decideDiscrepancy } from '#lib/reconciliation/commands/decide-discrepancy.ts'
import { getReconciliation, type ReconciliationView } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import { lockOpenDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import type { DiscrepancyQuestion, PagedBooks } from '#lib/reconciliation/rules/admin-reconciliation.ts'
import { type DiscrepancyAction, discrepancyAddress } from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'

describe('reconciliation pages', () => {
  const AT = new Date('2027-01-05T10:00:00Z')
  const RISKS = ['9.5', '9.5', '120', null, '0.01', null]

  duringTests(startShop)
  const owner = staffDuringTests('owner')

  beforeAll(async () => {
    const discrepancy = (n: number) => ({
      id: newId('brk'),
      kind: 'dispute',
      subject: `pay_${n}`,
      evidence: {},
      openedAt: AT,
    })
    await db().discrepancy.createMany({
      data: Array.from({ length: 120 }, (_, n) => ({
        ...discrepancy(n),
        ...{ kind: n % 3 === 0 ? 'refund_differs' : 'dispute', riskAmount: RISKS[n % 6] ?? null, riskCurrency: 'USD' },
      })),
    })
    await db().discrepancy.createMany({
      data: Array.from({ length: 120 }, (_, n) => ({
        ...discrepancy(n + 200),
        ...(n % 2 === 0 ? { kind: 'capture_differs', resolution: 'ignore' } : { resolution: 'agrees' }),
        closedAt: AT,
      })),
    })
    await db().reconciliationRun.createMany({
      data: Array.from({ length: 45 }, (_, n) => ({
        ...{ id: newId('run'), trigger: 'nightly', state: 'finished', fromAt: AT, untilAt: AT, finishedAt: AT },
        // Some were asked for at one moment: only the ids tell them apart then.
        askedAt: new Date(AT.getTime() + Math.floor(n / 30) * 1_000),
      })),
    })
  })

  async function pages<Row>(
    view: PagedBooks,
    of: (read: ReconciliationView) => Row[],
    filter: DiscrepancyQuestion = {},
  ) {
    const read: Row[][] = []
    for (let after: string | null = null, isFirst = true; isFirst || after; isFirst = false) {
      const page: ReconciliationView = await getReconciliation(owner, filter, { view, after })
      read.push(of(page))
      after = page.next
    }

    return read
  }

  test('open differences come page by page, each once, with the most money at risk first and those without a sum last', async () => {
    const read = await pages('findings', ({ discrepancies }) => discrepancies)
    const all = read.flat()
    const risks = all.map(({ risk }) => Number(risk?.amount ?? -1))

    expect(read.map(({ length }) => length)).toEqual([50, 50, 20])
    expect(new Set(all.map(({ id }) => id)).size).toBe(120)
    expect(risks).toEqual(risks.toSorted((a, b) => b - a))
  })

  test('pages of one kind stay with that kind', async () => {
    const read = await pages('findings', ({ discrepancies }) => discrepancies, { kind: 'dispute' })

    expect(read.map(({ length }) => length)).toEqual([50, 30])
    expect(new Set(read.flat().map(({ id, kind }) => `${kind} ${id}`)).size).toBe(80)
  })

  test('what is closed comes page by page, each once, and a few of it stand beside what is open', async () => {
    const read = await pages('closed', ({ closed }) => closed.map(({ id }) => id))

    expect(read.map(({ length }) => length)).toEqual([50, 50, 20])
    expect(new Set(read.flat()).size).toBe(120)
    expect((await getReconciliation(owner)).closed.map(({ id }) => id)).toEqual(read[0]?.slice(0, 12))
  })

  test('the closed ones of one kind come page by page and stay with that kind', async () => {
    const read = await pages('closed', ({ closed }) => closed, { kind: 'capture_differs' })

    expect(read.map(({ length }) => length)).toEqual([50, 10])
    expect(new Set(read.flat().map(({ kind }) => kind))).toEqual(new Set(['capture_differs']))
  })

  test('closed ones can be narrowed by how they were closed', async () => {
    const read = await pages('closed', ({ closed }) => closed, { resolution: 'agrees' })

    expect(read.map(({ length }) => length)).toEqual([50, 10])
    expect(new Set(read.flat().map(({ resolution }) => resolution))).toEqual(new Set(['agrees']))
  })

  test('a difference has an address of its own, open or closed, and nothing is offered about a closed one', async () => {
    const [open, closed] = await Promise.all([
      db().discrepancy.findFirstOrThrow({ where: { kind: 'refund_differs', closedAt: null } }),
      db().discrepancy.findFirstOrThrow({ where: { kind: 'capture_differs', resolution: 'ignore' } }),
    ])

    const ofOpen = await getReconciliation(owner, { discrepancy: open.id })
    const ofClosed = await getReconciliation(owner, { discrepancy: closed.id })

    expect(ofOpen.discrepancies).toMatchObject([{ id: open.id, isClosed: false }])
    expect(ofOpen.discrepancies[0]?.actions).not.toEqual([])
    expect(ofOpen).toMatchObject({ closed: [], next: null, count: 1 })
    expect(ofClosed.discrepancies).toMatchObject([{ id: closed.id, isClosed: true, actions: [] }])
    expect(ofClosed.closed).toMatchObject([{ id: closed.id, resolution: 'ignore' }])
    expect((await getReconciliation(owner, { discrepancy: 'brk_none' })).discrepancies).toEqual([])
  })

  test('a difference is found by our number, the number of the network, a payment and a card, open or closed', async () => {
    const email = 'found-by-address@example.com'
    const { id: orderId, iccid, orderNum } = await addSoldOrder({ email })
    const { number, payments } = await db().order.findUniqueOrThrow({
      where: { id: orderId },
      select: { number: true, payments: { select: { id: true } } },
    })
    const strange = '8948010000012345678'
    const facts = { kind: 'cards_differ', openedAt: AT }
    const byOrder = { ...facts, id: newId('brk'), subject: newId('lin'), orderId, evidence: {} }
    const byNetwork = { ...facts, id: newId('brk'), subject: orderNum, evidence: {} }
    const paid = { ...facts, id: newId('brk'), subject: payments[0]?.id ?? '', evidence: {}, closedAt: AT }
    const foreign = { ...facts, id: newId('brk'), subject: 'EP-NOT-OURS', evidence: { network: { esims: [strange] } } }
    await db().discrepancy.createMany({ data: [byOrder, byNetwork, paid, foreign] })
    const open = async (q: string) => (await getReconciliation(owner, { q })).discrepancies.map(({ id }) => id).sort()
    const closed = async (q: string) =>
      (await getReconciliation(owner, { q }, { view: 'closed' })).closed.map(({ id }) => id)
    const own = [byOrder.id, byNetwork.id].sort()

    for (const q of [number, orderNum, iccid, iccid.slice(-6)]) expect(await open(q)).toEqual(own)
    expect(await open(email)).toEqual(own)
    expect((await getReconciliation(await addStaff('finance'), { q: email })).discrepancies).toEqual([])
    for (const q of [strange, strange.slice(-6)]) expect(await open(q)).toEqual([foreign.id])
    expect(await open('8948010000019345678')).toEqual([])
    expect(await closed(paid.subject)).toEqual([paid.id])
    expect(await closed(strange)).toEqual([])
    expect(await getReconciliation(owner, { q: 'LF-0000-0000' })).toMatchObject({ discrepancies: [], count: 0 })
    expect(await getReconciliation(owner, { q: number })).toMatchObject({ count: 2 })
  })

  test('an open and a closed difference name their order and their subject, no card in full to roles that see none', async () => {
    const { id: orderId, iccid } = await addSoldOrder()
    const { number } = await db().order.findUniqueOrThrow({ where: { id: orderId }, select: { number: true } })
    const facts = { kind: 'iccid_twice', subject: iccid, orderId, evidence: { iccid }, openedAt: AT }
    const [open, closed] = [newId('brk'), newId('brk')]
    await db().discrepancy.createMany({
      data: [
        { id: open, ...facts },
        { id: closed, ...facts, closedAt: AT, closedBy: 'store', resolution: 'agrees', reason: `It is ${iccid}.` },
      ],
    })
    const asked = { orderId, act: 'finding.loss', fingerprint: 'f', input: { finding: open }, askedBy: 'staff:stf_1' }
    await db().secondLook.create({ data: { id: `look_${open}`, ...asked, reason: `It is ${iccid}.` } })
    const finance = await addStaff('finance')

    for (const discrepancy of [open, closed]) {
      const seen = await getReconciliation(owner, { discrepancy })
      const shortened = await getReconciliation(finance, { discrepancy })
      for (const one of [...seen.discrepancies, ...seen.closed]) {
        expect(one).toMatchObject({ subject: iccid, order: { id: orderId, number } })
      }
      expect(shortened.closed).toHaveLength(discrepancy === closed ? 1 : 0)
      expect(shortened.discrepancies).toMatchObject([{ subject: maskIccid(iccid), order: { number } }])
      expect(JSON.stringify(shortened)).not.toContain(iccid)
    }
  })

  test('comparisons come page by page, each once and the newest first', async () => {
    const read = await pages('runs', ({ runs }) => runs.map(({ id }) => id))

    expect(read.map(({ length }) => length)).toEqual([20, 20, 5])
    expect(new Set(read.flat()).size).toBe(45)
  })

  test('a difference that was settled meanwhile still leads to the page behind it', async () => {
    const { next, discrepancies } = await getReconciliation(owner)
    await db().discrepancy.update({ where: { id: next ?? '' }, data: { closedAt: new Date() } })

    const behind = await getReconciliation(owner, {}, { after: next })
    await db().discrepancy.update({ where: { id: next ?? '' }, data: { closedAt: null } })

    expect(behind.discrepancies).toHaveLength(50)
    expect(behind.discrepancies.filter(({ id }) => discrepancies.some((one) => one.id === id))).toEqual([])
  })
})

describe('discrepancy limits', () => {
  duringTests(startShop)
  const support = staffDuringTests('support')
  const finance = staffDuringTests('finance')
  const owner = staffDuringTests('owner')

  beforeEach(async () => {
    await db().setting.deleteMany()
  })
  /** An open difference with money at risk, in main units of a currency. */
  async function discrepancy(
    kind: string,
    risk: { amount: string; currency?: string } | null,
    subject: string = newId('pay'),
  ) {
    const id = newId('brk')
    const sum = risk && { riskAmount: risk.amount, riskCurrency: risk.currency ?? 'USD' }
    await db().discrepancy.create({ data: { id, kind, subject, evidence: {}, ...sum } })

    return id
  }

  const action = (staff: StaffMember, id: string, name: DiscrepancyAction, reason = 'seen') =>
    decideDiscrepancy(staff, { id, act: name, reason })

  test('lets support close a small difference by word, and no larger one', async () => {
    const small = await discrepancy('paid_without_line', { amount: '50' })
    const large = await discrepancy('paid_without_line', { amount: '50.01' })
    const foreign = await discrepancy('paid_without_line', { amount: '1', currency: 'EUR' })

    expect(await action(support, small, 'ignore')).toEqual({ result: 'closed' })
    await expect(action(support, large, 'ignore')).rejects.toMatchObject({
      code: 'forbidden',
      details: { reason: 'over_limit', limitMinor: 5000 },
    })
    await expect(action(support, foreign, 'ignore')).rejects.toMatchObject({ code: 'forbidden' })
    expect(await action(finance, large, 'ignore')).toEqual({ result: 'closed' })
  })

  test.each(['refund_refused', 'transfer_payout'])('closes no %s by word: its order finishes it', async (kind) => {
    const id = await discrepancy(kind, null)

    for (const staff of [finance, owner]) {
      await expect(action(staff, id, 'ignore')).rejects.toMatchObject({ code: 'bad_input' })
    }
    expect(await db().discrepancy.findUniqueOrThrow({ where: { id } })).toMatchObject({ closedAt: null })
    expect((await getReconciliation(owner, { discrepancy: id })).discrepancies).toMatchObject([{ actions: [] }])
  })

  test('leaves what may cost any sum to those who decide about money, and the rest to support', async () => {
    const dispute = await discrepancy('dispute', null)
    const login = await discrepancy('foreign_login', null)
    const offered = async (id: string) =>
      (await getReconciliation(support, { discrepancy: id })).discrepancies.flatMap(({ actions }) => actions)

    expect(await offered(dispute)).toEqual([])
    expect(await offered(login)).toEqual(['ignore'])
    await expect(action(support, dispute, 'ignore')).rejects.toMatchObject({ code: 'forbidden' })
    expect(await action(support, login, 'ignore')).toEqual({ result: 'closed' })
    expect(await action(finance, dispute, 'ignore')).toEqual({ result: 'closed' })
  })

  test('lets support ask for cards back up to its sum only, whichever page it starts from', async () => {
    const order = await addSoldOrder()
    await db().setting.create({ data: { key: 'acts.support_limit_minor', value: 1_000, updatedBy: 'test' } })
    const id = await discrepancy('status_differs', null, order.orderNum)

    await expect(action(support, id, 'open_cancellation')).rejects.toMatchObject({ details: { reason: 'over_limit' } })
  })

  test('books a loss only when a second person asks for the same, and once', async () => {
    const id = await discrepancy('paid_without_line', { amount: '12.50' })

    expect(await action(finance, id, 'book_loss')).toEqual({ result: 'waiting' })
    expect(await db().lossEntry.count({ where: { kind: 'paid_without_line' } })).toBe(0)
    await expect(action(finance, id, 'book_loss')).rejects.toMatchObject({ details: { reason: 'own_request' } })
    const shown = (await getReconciliation(owner)).discrepancies.find((one) => one.id === id)
    expect(shown?.waiting).toMatchObject([{ act: 'book_loss', by: finance.name, reason: 'seen', isOwn: false }])

    expect(await action(owner, id, 'book_loss', 'I agree')).toEqual({ result: 'closed' })
    expect(await db().lossEntry.count({ where: { kind: 'paid_without_line' } })).toBe(1)
  })

  test('leads to a difference without an order whoever may agree, and lets them decline there', async () => {
    const id = await discrepancy('payment_unknown', { amount: '7' })
    expect(await action(finance, id, 'book_loss')).toEqual({ result: 'waiting' })

    const need = (await listNeeds(owner)).find((one) => one.discrepancy === id)
    expect(need).toMatchObject({ group: 'second', what: 'act_waits', order: null })
    expect(need && pageOfNeed(need)).toBe(discrepancyAddress(id))
    const [shown] = (await getReconciliation(owner, { discrepancy: id })).discrepancies
    const [{ id: lookId, orderId } = { id: '', orderId: '' }] = shown?.waiting ?? []
    await declineApproval(owner, { orderId, lookId, reason: 'not ours' })

    expect((await getReconciliation(owner, { discrepancy: id })).discrepancies).toMatchObject([{ waiting: [] }])
    expect(await db().lossEntry.count({ where: { kind: 'payment_unknown' } })).toBe(0)
  })

  test('asks nobody to agree to a loss of which nobody knows the sum', async () => {
    const id = await discrepancy('paid_without_line', null)

    await expect(action(finance, id, 'book_loss')).rejects.toMatchObject({ details: { reason: 'no_amount' } })
  })

  test('does not stop a line that another worker takes while the decision is written, and says that it is busy', async () => {
    const { id: orderId, itemId, orderNum } = await addSoldOrder({ state: 'PLACED' })
    const id = await discrepancy('order_not_listed', null, orderNum)
    await db().discrepancy.update({ where: { id }, data: { orderId } })
    const held = () => db().orderItem.findUniqueOrThrow({ where: { id: itemId } })

    let holding: Promise<unknown> = Promise.resolve()
    await transaction(async (tx) => {
      await lockOpenDiscrepancy(id, tx)
      holding = expect(action(owner, id, 'hold')).rejects.toMatchObject({
        code: 'conflict',
        details: { reason: 'line_busy' },
      })
      await expect.poll(async () => (await held()).leaseOwner).not.toBeNull()
      await db().orderItem.update({ where: { id: itemId }, data: { epoch: { increment: 1 }, leaseOwner: 'another' } })
    })
    await holding

    expect(await held()).toMatchObject({ state: 'PLACED', leaseOwner: 'another' })
    expect(await db().discrepancy.findUniqueOrThrow({ where: { id } })).toMatchObject({ closedAt: null })
    expect(await db().auditEvent.count({ where: { act: 'finding.acted', subject: id } })).toBe(0)
  })
})

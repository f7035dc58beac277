import { beforeAll, describe, expect, test } from 'vitest'
import { noteListExport } from '#lib/core/commands/lists.ts'
import { db } from '#lib/core/repository/client.ts'
import { STAFF_ROLES, type StaffMember, type StaffRole } from '#lib/core/rules/caller.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { EXPORTED_LISTS, type ExportedList, LISTS } from '#lib/core/rules/lists.ts'
import { maskEmail, maskIccid } from '#lib/core/rules/mask.ts'
import { exportedList } from '#lib/operations/queries/list-exports.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { promote } from '#tests/support/promotions.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'

describe('list exports', () => {
  // More than one batch.
  const SOLD = 205
  const AT = new Date('2027-01-05T10:00:00Z')
  const ANA = 'Agreed with ana@example.com.'

  duringTests(startShop)
  const staff = {} as Record<StaffRole, StaffMember>
  const sold: Awaited<ReturnType<typeof addSoldOrder>>[] = []

  beforeAll(async () => {
    for (const role of STAFF_ROLES) staff[role] = await addStaff(role)
    for (let n = 0; n < SOLD; n++) sold.push(await addSoldOrder({ createdAt: AT }))
    await db().esim.updateMany({ data: { sealedCode: Buffer.from('never in a file') } })
  })

  async function file(list: ExportedList, said: object = {}, role: StaffRole = 'owner') {
    const parts: string[] = []
    for await (const part of exportedList(staff[role], list, said).rows) parts.push(part)
    const [head = [], ...rows] = parseCsv(parts.join('')) ?? []

    return rows.map((cells) => Object.fromEntries(head.map((name, n) => [name, cells[n] ?? ''])))
  }

  // The log and the staff are for owners alone, and a month is not there before it is closed.
  const OPEN = EXPORTED_LISTS.filter((list) => !['audit', 'staff', 'month'].includes(list))

  const HAVE_DAYS: ExportedList[] = [
    'orders',
    'cards',
    'customers',
    'cancellations',
    'finance',
    'supplier',
    'refunds',
    'losses',
  ]

  const nth = (n: number) => sold[n] ?? sold[0]

  test('a file of cards has every card of the filter once, behind the end of a batch too', async () => {
    await db().esim.update({ where: { id: nth(3)?.esimId ?? '' }, data: { revealedAt: AT, cancelState: 'REFUSED' } })

    const rows = await file('cards')
    const refused = await file('cards', { state: 'REFUSED', opened: 'yes', after: nth(0)?.esimId })

    expect(new Set(rows.map(({ card }) => card)).size).toBe(SOLD)
    expect(rows).toHaveLength(SOLD)
    expect(refused).toEqual([
      {
        card: nth(3)?.iccid,
        order: expect.stringMatching(/^LF-TEST-/),
        destination: expect.any(String),
        opened: AT.toISOString(),
        return: 'REFUSED',
        used_mb: '',
        read: '',
        sold: expect.stringMatching(/Z$/),
      },
    ])
  })

  test('a file of customers says what they bought, each once, and of the blocked ones those who never ordered too', async () => {
    const email = 'buyer0001@example.com'
    const by = 'staff:stf_1'
    await db().account.create({ data: { id: newId('acc'), email: 'dora@example.com', provenAt: AT, locale: 'en' } })
    await db().buyerBlock.createMany({
      data: [email, 'dora@example.com'].map((one) => ({ id: newId('blk'), email: one, reason: 'fraud', by })),
    })

    const rows = await file('customers')
    const blocked = await file('customers', { buying: 'blocked' })

    expect(rows).toHaveLength(SOLD)
    expect(blocked).toEqual([
      {
        customer: email,
        ...{ addresses: '1', orders: '1', esims: '1', revenue: '10.89', currency: 'USD' },
        ...{ last_order: AT.toISOString(), blocked: 'yes' },
      },
      {
        customer: 'dora@example.com',
        ...{ addresses: '1', orders: '0', esims: '0', revenue: '', currency: '', last_order: '', blocked: 'yes' },
      },
    ])
  })

  test('a file of the desk has a row for each card of a request, of the list that was shown', async () => {
    for (const [n, state] of [
      [0, 'OPEN'],
      [1, 'REFUSED'],
    ] as const) {
      const { orderNum = '', itemId = '', esimId = '', iccid = '' } = nth(n) ?? {}
      const id = newId('can')
      await db().cancelAttempt.create({
        data: {
          ...{ id, orderNum, itemId, state, requestedBy: 'buyer', reason: '=1+1', askedAt: AT },
          ...(state === 'REFUSED' ? { endedAt: AT, outcome: { code: 5, text: 'in use' } } : {}),
        },
      })
      await db().cancelItem.create({ data: { attemptId: id, esimId, iccid } })
    }

    expect(await file('cancellations')).toMatchObject([{ card: nth(0)?.iccid, state: 'OPEN', reason: "'=1+1" }])
    expect(await file('cancellations', { view: 'refused' })).toMatchObject([
      { card: nth(1)?.iccid, state: 'REFUSED', refusal_code: '5', refusal: 'in use', asked_by: 'buyer' },
    ])
    expect(await file('cancellations', { view: 'refused', by: 'staff' })).toEqual([])
  })

  test('a file of what was searched for has what the page finds, and nobody is looked up for roles that see no persons', async () => {
    const { iccid = '', orderNum = '', id = '' } = nth(1) ?? {}
    const { number } = await db().order.findUniqueOrThrow({ where: { id }, select: { number: true } })

    expect(await file('cards', { q: iccid })).toMatchObject([{ card: iccid }])
    expect(await file('cards', { q: iccid.slice(-6), opened: 'yes' })).toMatchObject([{ card: iccid }])
    expect(await file('cards', { q: 'no number' })).toEqual([])
    expect(await file('customers', { q: 'buyer0002@' })).toMatchObject([{ customer: 'buyer0002@example.com' }])
    expect(await file('customers', { q: 'buyer0002@' }, 'finance')).toEqual([])
    for (const q of [number, orderNum, iccid, 'buyer0002@example.com']) {
      expect(await file('cancellations', { view: 'refused', q })).toMatchObject([{ card: iccid }])
      expect(await file('cancellations', { q })).toEqual([])
    }
    expect(await file('cancellations', { view: 'refused', q: 'buyer0002@example.com' }, 'finance')).toEqual([])
  })

  test('a file of jobs has the rows of one state and queue', async () => {
    const orderId = nth(2)?.id ?? ''
    await db().outbox.createMany({
      data: Array.from({ length: SOLD }, (_, n) => ({
        ...{
          id: `out_${String(n).padStart(4, '0')}`,
          kind: 'order_ready',
          orderId,
          state: 'GIVEN_UP' as const,
        },
        ...{
          dedupeKey: `test ${n}`,
          payload: {},
          createdAt: AT,
          nextActionAt: null,
          lastError: 'no such mailbox',
          tries: 9,
        },
      })),
    })

    const rows = await file('jobs', { state: 'failed', queue: 'mails' })

    expect(new Set(rows.map(({ id }) => id)).size).toBe(SOLD)
    expect(rows[0]).toMatchObject({ queue: 'mails', what: 'order_ready', cause: 'no such mailbox', tries: '9' })
    expect(await file('jobs', { state: 'held' })).toEqual([])
  })

  test('a file of messages has those of one list, and of a search those that it finds', async () => {
    const message = (n: number) => ({
      ...{ id: newId('msg'), reference: `M-0000-${String(n).padStart(4, '0')}`, email: `writer${n % 2}@example.com` },
      ...{ locale: 'en', topic: 'no_service', text: `message ${n}`, facts: {}, createdAt: AT },
    })
    await db().message.createMany({ data: Array.from({ length: SOLD }, (_, n) => message(n)) })
    await db().message.create({ data: { ...message(9_999), closedAt: AT, answer: 'Switch roaming on.' } })

    const rows = await file('messages')

    expect(new Set(rows.map(({ message: reference }) => reference)).size).toBe(SOLD)
    expect(await file('messages', { q: 'writer1@example.com' })).toHaveLength(Math.floor(SOLD / 2))
    expect(await file('messages', { closed: '1' })).toEqual([
      {
        ...{
          message: 'M-0000-9999',
          topic: 'no_service',
          order: '',
          customer: 'writer1@example.com',
          text: 'message 9999',
        },
        ...{ written: AT.toISOString(), closed: AT.toISOString(), answer: 'Switch roaming on.', answered_by: '' },
      },
    ])
  })

  test('a file of differences has the open or the closed ones of a kind, behind the end of a batch too', async () => {
    const { id: orderId = '', iccid = '' } = nth(0) ?? {}
    const facts = (n: number) => ({
      id: newId('brk'),
      kind: 'cost_differs',
      subject: `EP${n}`,
      evidence: {},
      riskAmount: n % 3,
    })
    await db().discrepancy.createMany({
      data: [
        ...Array.from({ length: SOLD }, (_, n) => ({ ...facts(n), riskCurrency: 'USD' })),
        { ...facts(0), kind: 'cards_differ', subject: iccid, orderId, riskAmount: null },
        { ...facts(0), subject: 'EP-closed', closedAt: AT, closedBy: 'store', resolution: 'agrees', reason: ANA },
        { ...facts(0), kind: 'dispute', subject: 'pay_1', closedAt: AT, closedBy: 'store', resolution: 'ended' },
      ],
    })

    const open = await file('findings')
    const mine = await file('findings', { kind: 'cost_differs' })
    const closed = await file('findings', { view: 'closed', kind: 'cost_differs' }, 'finance')

    expect(new Set(open.map(({ finding }) => finding)).size).toBe(SOLD + 1)
    expect(mine).toHaveLength(SOLD)
    expect(await file('findings', { q: iccid })).toMatchObject([{ order_id: orderId }])
    expect(await file('findings', { q: iccid, view: 'closed' })).toEqual([])
    expect(await file('findings', { view: 'closed', resolution: 'ended' })).toMatchObject([{ subject: 'pay_1' }])
    expect(open.at(-1)).toMatchObject({ subject: iccid, order_id: orderId, risk: '' })
    expect((await file('findings', {}, 'finance')).at(-1)?.subject).toBe(maskIccid(iccid))
    expect(closed).toMatchObject([{ subject: 'EP-closed', closed: AT.toISOString(), resolution: 'agrees' }])
    // Who may not see persons reads of nobody in the words of a colleague either.
    expect(closed[0]?.reason).toBe(ANA.replace('ana@example.com', maskEmail('ana@example.com')))
    expect((await file('findings', { view: 'closed', kind: 'cost_differs' }))[0]?.reason).toBe(ANA)
  })

  test('every file is masked as the page of the role is, and has no activation code', async () => {
    const { iccid = '' } = nth(0) ?? {}
    const texts = await Promise.all(
      OPEN.map(async (list) => JSON.stringify(await file(list, { state: list === 'jobs' ? 'failed' : '' }, 'finance'))),
    )
    const all = texts.join('\n')

    expect(all).not.toMatch(/894801|buyer\d{4}@|writer\d@|never in a file|LPA:/)
    expect(all).toContain(maskIccid(iccid))
    expect(all).toContain(maskEmail('buyer0001@example.com'))
  })

  test.each(OPEN)(
    'an export of %s is written down with its filter, and refused to roles that may not',
    async (list) => {
      const said = { from: '2027-01-01', state: 'DELIVERED', q: 'ana@example.com' }
      const { filter } = exportedList(staff.finance, list, said)

      await noteListExport(staff.finance, list, filter)

      const [row] = await db().auditEvent.findMany({
        where: { act: LISTS[list].file.act, subject: list },
        orderBy: { id: 'desc' },
        take: 1,
      })
      expect(row).toMatchObject({ actor: `staff:${staff.finance.staffId}`, role: 'finance', subject: list })
      expect(JSON.stringify(row?.after)).not.toContain('ana')
      if (HAVE_DAYS.includes(list)) expect(row?.after).toMatchObject({ from: '2027-01-01' })
      if (list === 'messages') expect(row?.after).toEqual({ q: 'yes' })
      for (const role of ['read_only', 'support'] as const) {
        await expect(noteListExport(staff[role], list, filter)).rejects.toMatchObject({ code: 'forbidden' })
        await expect(file(list, {}, role)).rejects.toMatchObject({ code: 'forbidden' })
      }
    },
  )
})

describe('small list exports', () => {
  // More than one batch, many of them of one moment: only the ids tell those apart.
  const MANY = 205
  const AT = new Date('2027-01-05T10:00:00Z')

  duringTests(startShop)
  const owner = staffDuringTests('owner')

  beforeAll(() => addSoldOrder())

  async function file(list: ExportedList, said: object = {}, caller: StaffMember = owner) {
    const [head = [], ...rows] = parseCsv(await exportFile(caller, list, said)) ?? []

    return rows.map((cells) => Object.fromEntries(head.map((name, n) => [name, cells[n] ?? ''])))
  }

  test('a file of comparisons and one of passes over the catalogue have each of them once, newest first', async () => {
    const at = (n: number) => new Date(AT.getTime() + Math.floor(n / 100) * 1_000)
    await db().reconciliationRun.createMany({
      data: Array.from({ length: MANY }, (_, n) => ({
        ...{ id: newId('run'), trigger: 'staff:stf_1', state: 'finished', fromAt: AT, untilAt: AT, askedAt: at(n) },
        ...{ ours: n, parts: { network: 'complete' }, startedAt: at(n), finishedAt: at(n) },
      })),
    })
    await db().syncRun.deleteMany()
    await db().syncRun.createMany({
      data: Array.from({ length: MANY }, (_, n) => ({
        ...{ id: newId('run'), trigger: 'clock', state: 'finished' as const, done: n, startedAt: at(n) },
      })),
    })

    const comparisons = await file('comparisons')
    const syncs = await file('syncs')

    expect(new Set(comparisons.map(({ ours }) => ours)).size).toBe(MANY)
    expect(comparisons).toHaveLength(MANY)
    expect(comparisons[0]).toMatchObject({
      trigger: 'staff',
      parts: 'network: complete',
      started: at(204).toISOString(),
    })
    expect(new Set(syncs.map(({ done }) => done)).size).toBe(MANY)
    expect(syncs).toHaveLength(MANY)
    expect(syncs[0]).toMatchObject({ trigger: 'clock', started: at(204).toISOString() })
  })

  test('a file of promotions has those of a search, with what they take off and what they cost', async () => {
    for (let n = 0; n < MANY; n++) await promote({ title: 'Many' })
    const { id, code } = await promote({ title: '=SUM(A1)', kind: 'FIXED', amountMinor: 250, basisPoints: null })

    const all = await file('promotions')

    expect(new Set(all.map(({ promotion }) => promotion)).size).toBe(MANY + 1)
    expect(await file('promotions', { q: 'many' })).toHaveLength(MANY)
    expect(await file('promotions', { q: code.toLowerCase() })).toMatchObject([
      { promotion: id, title: "'=SUM(A1)", kind: 'FIXED', sum: '2.50', percent: '', used: '0', given: '0.00' },
    ])
    await promote({ title: 'Over', startsAt: new Date(0), endsAt: new Date(1) })
    await promote({ title: 'Coming', startsAt: new Date(Date.now() + 86_400_000) })
    const spent = await promote({ title: 'Spent', totalLimit: 1 })
    const { id: orderId } = await db().order.findFirstOrThrow({ select: { id: true } })
    const use = { id: 'pru_spent', promotionId: spent.id, orderId, code: spent.code, discountMinor: 1 }
    await db().promotionUse.create({ data: use, select: { id: true } })
    const stands = async (state: string) => new Set((await file('promotions', { state })).map((row) => row.title))
    expect(await stands('scheduled')).toEqual(new Set(['Coming']))
    expect(await stands('used_up')).toEqual(new Set(['Spent']))
    expect(await stands('running')).toEqual(new Set(['Many', "'=SUM(A1)"]))
    expect(await stands('ended')).toEqual(new Set())
    for (const { state, title } of await file('promotions')) expect(await stands(state ?? '')).toContain(title)
    expect(all.find(({ title }) => title === 'Many')).toMatchObject({ percent: '10', sum: '', state: 'running' })
  })

  test('a file of destinations has those of the filter, called and found as in the language of its page', async () => {
    const [japan] = await file('destinations', { q: 'japan' })

    expect(japan).toMatchObject({ destination: 'Japan', country: 'JP', hidden: 'no', gone: 'no', currency: 'USD' })
    expect(await file('destinations', { q: 'اليابان', locale: 'ar' })).toMatchObject([{ network_name: 'Japan' }])
    expect(await file('destinations', { q: 'japan', state: 'hidden' })).toEqual([])
  })

  test('a file of partners has a row for each plan, and one for a brand without plans', async () => {
    await db().partner.create({ data: { id: 7, slug: 'brand', providerName: 'Brand' } })

    expect(await file('partners')).toMatchObject([
      { partner_id: '7', partner: 'Brand', listed: '0', plan: '', cost: '' },
    ])
  })

  test('a file of months has the sums of every closed month of a book', async () => {
    const sums = { lines: 2, knownLines: 2, currency: 'USD', costCurrency: 'USD', revenueMinor: 2178, taxMinor: 0 }
    const more = { discountMinor: 0, refundedMinor: 0, spentMinor: 1420, marginMinor: 758 }
    const costs = { quoted: '14.2', charged: '14.2', credited: '0' }
    for (const month of ['2026-12', '2027-01']) {
      await db().monthClose.create({
        data: {
          ...{ id: `trial-${month}`, book: 'trial', month, notes: {}, closedBy: `staff:${owner.staffId}` },
          sums: [{ ...sums, ...more, ...costs, isCorrection: false }],
        },
      })
    }

    expect(await file('months', { book: 'trial' })).toMatchObject([
      { month: '2027-01', book: 'trial', part: 'own', closed_by: owner.name, revenue: '21.78', margin: '7.58' },
      { month: '2026-12' },
    ])
    expect(await file('months', { book: 'live' })).toEqual([])
  })

  test('a file of the staff is for owners alone, as their page is', async () => {
    const manager = await addStaff('manager')

    const rows = await file('staff')

    expect(rows.find(({ staff_id: id }) => id === manager.staffId)).toMatchObject({ role: 'manager', disabled: 'no' })
    expect((await file('staff', { q: manager.email.toUpperCase() })).map(({ staff_id: id }) => id)).toEqual([
      manager.staffId,
    ])
    expect(await file('staff', { q: 'nobody of that name' })).toEqual([])
    await expect(file('staff', {}, manager)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

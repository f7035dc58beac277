import { beforeAll, expect, test } from 'vitest'
import { listQueuedCancellations } from '#lib/cancellations/queries/cancellation-queue.ts'
import { queueFilterSchema } from '#lib/cancellations/rules/cancellation-queue.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { PERMISSIONS, STAFF_ROLES, type StaffMember, type StaffRole } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { EXPORTED_LISTS } from '#lib/core/rules/lists.ts'
import { findCustomers } from '#lib/customers/queries/admin-customers.ts'
import { listStaffMessages } from '#lib/customers/queries/admin-messages.ts'
import { findEsims } from '#lib/esims/queries/admin-esims.ts'
import { getProviderPage, listLosses } from '#lib/finance/queries/admin-finance.ts'
import { ledgerFilterSchema, lossFilterSchema } from '#lib/finance/rules/provider-ledger.ts'
import { listAuditRows } from '#lib/operations/queries/admin-audit.ts'
import { listJobRows } from '#lib/operations/queries/admin-jobs.ts'
import { findInPalette } from '#lib/operations/queries/admin-palette.ts'
import { exportedList } from '#lib/operations/queries/list-exports.ts'
import { auditFilterSchema, jobFilterSchema } from '#lib/operations/rules/admin-audit.ts'
import { findOrders } from '#lib/orders/queries/admin-orders.ts'
import { moneyFilterSchema } from '#lib/payments/rules/money-discrepancies.ts'
import { getMoneyDiscrepancies } from '#lib/reconciliation/queries/admin-money-discrepancies.ts'
import { getReconciliation } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import { listRefunds } from '#lib/refunds/queries/admin-refunds.ts'
import { refundFilterSchema } from '#lib/refunds/rules/refund-ledger.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addRefund, addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

const ICCID = '89480163527418964753'
const EMAIL = 'ana.hidden@example.com'

duringTests(startShop)
let sold: Awaited<ReturnType<typeof addSoldOrder>>

beforeAll(async () => {
  sold = await addSoldOrder({ iccid: ICCID, email: EMAIL, state: 'HELD', reason: 'price_rose' })
  const { id: orderId, itemId, esimId, orderNum } = sold
  const at = new Date()
  await addRefund(sold, 1089)
  await db().cancelAttempt.create({
    data: {
      id: newId('can'),
      orderNum,
      itemId,
      state: 'HELD',
      requestedBy: 'buyer',
      askedAt: at,
      items: { create: { esimId, iccid: ICCID } },
    },
  })
  await db().lossEntry.create({
    data: { id: newId('los'), orderId, kind: 'late_order', currency: 'USD', evidence: { orderNum }, mode: 'trial', at },
  })
  await db().providerEntry.create({
    data: { id: newId('sup'), kind: 'spend', amount: '7.1', currency: 'USD', orderNum },
  })
  const kinds = ['card_unknown', 'payment_unknown']
  for (const kind of kinds) {
    const evidence = { network: { iccid: ICCID } }
    await db().discrepancy.create({ data: { id: newId('brk'), kind, subject: ICCID, orderId, evidence } })
  }
  await recordAudit({ actor: 'staff:stf_1', role: 'owner', act: 'card.revealed', subject: esimId })
})

const PAGES: Record<string, (staff: StaffMember, q: string) => Promise<unknown>> = {
  orders: findOrders,
  esims: findEsims,
  palette: findInPalette,
  customers: findCustomers,
  cancellations: (staff, q) => listQueuedCancellations(staff, queueFilterSchema.parse({ q })),
  jobs: (staff, q) => listJobRows(staff, jobFilterSchema.parse({ state: 'held', q })),
  messages: (staff, q) => listStaffMessages(staff, { isClosed: false, after: null, q }),
  discrepancies: async (staff, q) => (await getReconciliation(staff, { q })).discrepancies,
  payments: (staff, q) => getMoneyDiscrepancies(staff, moneyFilterSchema.parse({ q })),
  refunds: (staff, q) => listRefunds(staff, refundFilterSchema.parse({ q })),
  losses: (staff, q) => listLosses(staff, lossFilterSchema.parse({ q })),
  supplier: async (staff, q) => (await getProviderPage(staff, ledgerFilterSchema.parse({ q }))).entries,
  audit: async (staff, q) => (await listAuditRows(staff, auditFilterSchema.parse({ subject: q }))).rows,
}

/** Every place of the back office in which somebody searches: pages, the palette, and each list as a file. */
const SEARCHES = {
  ...PAGES,
  ...Object.fromEntries(
    EXPORTED_LISTS.map((list) => [
      `file of ${list}`,
      async (staff: StaffMember, q: string) => {
        let text = ''
        for await (const part of exportedList(staff, list, { q, subject: q, state: 'held', id: 'x' }).rows) text += part

        return text
      },
    ]),
  ),
}

/** What a search answers somebody of this role who has not searched before, as text; a refusal as its code. */
async function answerTo(role: StaffRole, search: string, q: string, staff?: StaffMember): Promise<string> {
  try {
    return JSON.stringify(await SEARCHES[search]?.(staff ?? (await addStaff(role)), q))
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const HIDING: StaffRole[] = ['read_only', 'finance']
const PIECES = [
  ...[6, 7, 12, 17, 18, 19].map((length) => ICCID.slice(-length)),
  ...[6, 18, 19].map((length) => ICCID.slice(0, length)),
  `${ICCID.slice(0, -1)}0`,
]

const ROLES_AND_SEARCHES = HIDING.flatMap((role) => Object.keys(SEARCHES).map((search) => [role, search] as const))

test.each(ROLES_AND_SEARCHES)('%s learns nothing of an ICCID by a part of it: %s', async (role, search) => {
  const staff = await addStaff(role)
  const ask = (text: string) => answerTo(role, search, text, text.length < 18 ? staff : undefined)
  const nothing = new Map<number, string>()
  const told: string[] = []
  for (const piece of PIECES) {
    const known = nothing.get(piece.length) ?? (await ask('0'.repeat(piece.length)))
    nothing.set(piece.length, known)
    if ((await ask(piece)) !== known) told.push(piece)
  }

  expect(told).toEqual([])
})

test.each(Object.keys(SEARCHES))(
  'whoever finds by the whole ICCID in %s, finds by it in every role with that door',
  async (search) => {
    const answers = await Promise.all(STAFF_ROLES.map(async (role) => [role, await finds(role, search)] as const))
    const [, owners] = answers.at(-1) ?? []

    expect(answers.filter(([, found]) => found !== null && found !== owners)).toEqual([])
  },
)

/** Whether a role finds something by the whole number that a number of nobody does not; `null` without the door. */
async function finds(role: StaffRole, search: string): Promise<boolean | null> {
  const answer = await answerTo(role, search, ICCID)
  // Of the log, some see their own acts alone.
  const isOwnOnly = search === 'audit' && !PERMISSIONS['audit.see'].some((one) => one === role)
  if (answer === 'forbidden' || isOwnOnly) return null

  return answer !== (await answerTo(role, search, '0'.repeat(20)))
}

/** Every search that finds by an ICCID. */
const FIND_BY_ICCID = [
  ...[
    'orders',
    'esims',
    'palette',
    'cancellations',
    'jobs',
    'discrepancies',
    'payments',
    'refunds',
    'losses',
    'supplier',
  ],
  ...['audit', 'file of cards', 'file of cancellations', 'file of jobs', 'file of findings', 'file of supplier'],
  ...['file of refunds', 'file of losses', 'file of payments', 'file of audit'],
]

test('the searches are those that do find by an ICCID', async () => {
  const found = await Promise.all(
    Object.keys(SEARCHES).map(async (name) => [name, await finds('owner', name)] as const),
  )

  expect(found.filter(([, isFound]) => isFound).map(([name]) => name)).toEqual(FIND_BY_ICCID)
})

/** How many of these searches, sent at once, were refused. */
async function refusals(staff: StaffMember, search: string, numbers: string[]): Promise<number> {
  const answers = await Promise.all(numbers.map((q) => answerTo(staff.role, search, q, staff)))

  return answers.filter((answer) => answer === 'rate_limited').length
}

const numbers = (count: number) =>
  Array.from({ length: count }, (_, n) => `8948016352741896${String(n).padStart(4, '0')}`)

test.each(FIND_BY_ICCID)(
  'of thirty whole numbers at once that a role may not see, ten are looked up: %s',
  async (search) => {
    const finance = await addStaff('finance')
    // The file of the log is for owners, who see numbers.
    const isOwners = search === 'file of audit'

    expect(await refusals(finance, search, numbers(30))).toBe(isOwners ? 0 : 20)
    expect(await db().auditEvent.count({ where: { actor: `staff:${finance.staffId}`, act: 'card.searched' } })).toBe(
      isOwners ? 0 : 10,
    )
  },
)

test('each such try is written down without the number, with the card that it found', async () => {
  const staff = await addStaff('read_only')
  await findInPalette(staff, ICCID)
  await findEsims(staff, '8948 0163 5274 1896 4754')
  const events = await db().auditEvent.findMany({ where: { actor: `staff:${staff.staffId}` }, orderBy: { id: 'asc' } })

  expect(events).toMatchObject([
    { act: 'card.searched', role: 'read_only', subject: sold.esimId, after: { number: '…4753', found: true } },
    { act: 'card.searched', role: 'read_only', subject: 'unknown', after: { number: '…4754', found: false } },
  ])
  expect(JSON.stringify(events, (_, value) => String(value ?? ''))).not.toContain(ICCID)
})

test('whoever may see the numbers is neither counted nor written down', async () => {
  const support = await addStaff('support')

  expect(await refusals(support, 'esims', numbers(30))).toBe(0)
  expect(await db().auditEvent.count({ where: { actor: `staff:${support.staffId}` } })).toBe(0)
})

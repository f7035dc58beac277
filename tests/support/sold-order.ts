import { db } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'

/** What a written order should look like; everything has a default. */
export type SoldOrder = {
  state?: ItemState
  email?: string
  createdAt?: Date
  number?: string
  iccid?: string
  reason?: string
  /** The tax inside the price, 0 where none is stated. */
  taxMinor?: number
  /** The day that was chosen for its plan to begin. */
  startDate?: string
}

const SNAPSHOT = {
  destination: { slug: 'japan', name: 'Japan', iso2: 'JP' },
  amount: { value: 3, unit: 'GB' },
  term: { kind: 'fixed', days: 7 },
  networks: null,
  words: [],
  canTopUp: true,
  startsAtOnce: null,
  timeZone: null,
  seenUnitMinor: null,
}

let count = 0

/** Numbers the orders of another database from the first again. */
export function countSoldOrdersAgain(): void {
  count = 0
}

/** Writes an order of one eSIM as a finished sale would have left it, straight into the tables. */
export async function addSoldOrder(input: SoldOrder = {}) {
  count += 1
  const n = String(count).padStart(4, '0')
  const ids = { order: newId('ord'), item: newId('lin'), esim: newId('crd'), payment: newId('pay') }
  const iccid = input.iccid ?? `894801000000000${n}`
  const orderNum = `EP2027${n}`
  await addPlan()
  await db().person.create({
    data: { id: `per_${n}`, email: input.email ?? `buyer${n}@example.com`, name: 'Ana Ruiz' },
  })
  await db().quote.create({
    data: {
      id: `quo_${n}`,
      planId: 'pln_test',
      skuId: 1,
      count: 1,
      startDate: input.startDate ?? null,
      locale: 'en',
      currency: 'USD',
      unitMinor: 1089,
      totalMinor: 1089,
      taxMinor: input.taxMinor ?? 0,
      cost: '7.1',
      costCurrency: 'USD',
      rate: '1',
      ruleVersion: 1,
      priceId: 5,
      snapshot: SNAPSHOT,
      checkedAt: new Date(),
      expiresAt: new Date(),
    },
  })
  await db().order.create({
    data: {
      id: ids.order,
      number: input.number ?? `LF-TEST-${n}`,
      personId: `per_${n}`,
      scope: 'test',
      idempotencyKey: n,
      fingerprint: n,
      locale: 'en',
      currency: 'USD',
      totalMinor: 1089,
      mode: 'trial',
      consent: {},
      createdAt: input.createdAt ?? new Date(),
    },
  })
  await db().orderItem.create({
    data: {
      id: ids.item,
      orderId: ids.order,
      quoteId: `quo_${n}`,
      itemRef: `LFTEST${n}`,
      state: input.state ?? 'DELIVERED',
      reason: input.reason ?? null,
      priceMinor: 1089,
      readyAt: new Date(Date.now() - 4000),
      deliveredAt: new Date(),
    },
  })
  await db().providerOrder.create({
    data: { orderNum, itemId: ids.item, status: 5, cost: '7.1', costCurrency: 'USD' },
  })
  await db().esim.create({
    data: {
      id: ids.esim,
      iccid,
      itemId: ids.item,
      orderNum,
      position: 1,
      priceShareMinor: 1089,
      travellerName: 'Ana Ruiz',
      sealedCode: Buffer.from('LPA:1$smdp.example$SECRET-CODE'),
    },
  })
  await db().payment.create({
    data: {
      id: ids.payment,
      orderId: ids.order,
      provider: 'test',
      key: n,
      objectId: `obj_${n}`,
      amountMinor: 1089,
      capturedMinor: 1089,
      currency: 'USD',
      state: 'CAPTURED',
      isTest: true,
    },
  })

  return {
    id: ids.order,
    itemId: ids.item,
    esimId: ids.esim,
    paymentId: ids.payment,
    iccid,
    orderNum,
    objectId: `obj_${n}`,
  }
}

/** Writes money of an item that has gone back. */
export async function addRefund({ paymentId, itemId }: { paymentId: string; itemId: string }, amountMinor: number) {
  await db().refund.create({
    data: {
      ...{ id: newId('rfd'), paymentId, key: newId('rfd'), kind: 'AUTOMATIC', state: 'DONE' },
      ...{ amountMinor, expectedRefundedSoFar: 0, reason: 'test', requestedBy: 'store', doneAt: new Date() },
      items: { create: { id: newId('rfi'), itemId, amountMinor } },
    },
  })
}

async function addPlan(): Promise<void> {
  await db().destination.createMany({
    data: [{ id: 1, slug: 'japan', providerName: 'Japan', regionCode: '392', iso2: 'JP', shelf: 'asia' }],
    skipDuplicates: true,
  })
  await db().plan.createMany({
    data: [
      {
        id: 'pln_test',
        skuId: 1,
        planKey: 'P1',
        priceId: 5,
        kind: 'fixed',
        amountValue: 3,
        amountUnit: 'GB',
        validityDays: 7,
        cost: '7.1',
        canTopUp: true,
        needsStartDate: false,
      },
    ],
    skipDuplicates: true,
  })
}

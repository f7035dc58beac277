import { randomBytes, randomUUID } from 'node:crypto'
import { makeQuote, type QuoteRequest } from '#lib/checkout/commands/make-quote.ts'
import type { OrderInput } from '#lib/checkout/commands/start-order.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { changeSettings, type Shop } from '#tests/support/shop.ts'

/** Plans of Japan in the sandbox: 3 GB for 7 days, and day passes for 1 to 30 and for 3 to 30 days. */
export const FIXED = '392-0-7-3-G'
export const DAY_PASS = '392-0-?-1-G-D'
export const LONG_DAY_PASS = '392-0-?-500-M-D'

export const OWNER: StaffMember = { kind: 'staff', staffId: 'stf_1', role: 'owner', name: 'O', email: 'o@example.com' }

/** Puts provider, session, breakers and capabilities back to how a new shop has them. */
export async function refresh(shop: Shop): Promise<void> {
  await closeProvider()
  changeSettings(shop.settings)
  shop.provider.control.reset()
  await db().providerSession.updateMany({ data: { nextTryAt: null } })
  await db().breaker.updateMany({ data: { state: 'closed', failures: 0, recent: [], nextProbeAt: null } })
  await db().capability.deleteMany()
}

/** Undoes changes of Japan's plans, in the mirror too: any quote puts the whole destination right. */
export async function restoreJapan(shop: Shop): Promise<void> {
  await refresh(shop)
  await quote(DAY_PASS, { days: 5 })
}

export function storedPlan(planKey: string) {
  return db().plan.findFirstOrThrow({ where: { planKey, vanishedAt: null } })
}

export async function quote(planKey: string, request: Partial<QuoteRequest> = {}) {
  const { id } = await storedPlan(planKey)

  return makeQuote({ planId: id, count: 1, locale: 'en', ...request })
}

/** What a buyer sends to order these offers, with a key of its own. */
export function checkoutInput(quoteIds: string[], changes: Partial<OrderInput> = {}): OrderInput {
  return {
    items: quoteIds.map((quoteId) => ({ quoteId, travellers: [] })),
    email: `${randomUUID()}@example.com`,
    consents: { terms: true, withdrawalInfo: true, deviceChecked: true },
    once: { key: randomBytes(16).toString('hex'), fingerprint: 'f' },
    locale: 'en',
    ...changes,
  }
}

/** Lets the facts of every quote grow old, so that price and stock are asked again; the store itself changes no quote. */
export async function forgetReadings(): Promise<void> {
  await db().$transaction([
    db().$executeRaw`ALTER TABLE "Quote" DISABLE TRIGGER "Quote_immutable"`,
    db().$executeRaw`UPDATE "Quote" SET "checkedAt" = "checkedAt" - interval '1 hour'`,
    db().$executeRaw`ALTER TABLE "Quote" ENABLE TRIGGER "Quote_immutable"`,
  ])
}

/** Makes a plan dearer at the provider, by a factor on the cost the mirror knows. */
export async function raiseCost(shop: Shop, planKey: string, factor: number): Promise<void> {
  const { cost } = await storedPlan(planKey)
  shop.provider.control.changePlan({ apiCode: planKey, price: cost.times(factor).toDecimalPlaces(4).toNumber() })
}

/** Tells how a request ended: `sold`, or the code of the refusal with its reason. */
export async function refusalOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise

    return 'sold'
  } catch (error) {
    const { code, details } = error as { code?: string; details?: { reason?: string } }

    return [code, details?.reason].join(' ').trim()
  }
}

/** The operations that the provider was asked for, in their order. */
export function askedFor(shop: Shop): (string | undefined)[] {
  return shop.provider.control.calls({}).map(({ path }) => path.split('/').at(-1))
}

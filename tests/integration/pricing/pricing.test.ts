import { beforeEach, describe, expect, test } from 'vitest'
import { getNotOnSale } from '#lib/catalog/queries/admin-unsold.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { applyDraft, scheduleDraft } from '#lib/pricing/commands/apply-draft.ts'
import { discardDraft, dropEdit, keepEdit, saveEdit, undoRevision } from '#lib/pricing/commands/save-edit.ts'
import { getPricing } from '#lib/pricing/queries/admin-pricing.ts'
import { readPriceWorld } from '#lib/pricing/repository/pricing.ts'
import { planPrice } from '#lib/pricing/rules/pricing-preview.ts'
import { draftOf, EMPTY, failure, forgetPrices, japan, priceNow, shown } from '#tests/support/promotions.ts'
import { FIXED, OWNER, quote, refresh, storedPlan } from '#tests/support/quotes.ts'
import { duringTests, startStockedShop } from '#tests/support/shop.ts'

const shop = duringTests(() => startStockedShop({ STORE_CURRENCY: 'USD' }))
const MANAGER: StaffMember = { ...OWNER, staffId: 'stf_2', role: 'manager' }

beforeEach(async () => {
  await refresh(shop)
  await forgetPrices()
})

describe('a draft', () => {
  test('changes no price before it is applied, and then exactly the prices that its preview showed', async () => {
    const before = await readPriceWorld()
    const was = new Map(before.plans.map((one) => [one.plan.id, planPrice(one, before.terms)]))
    const version = (await db().catalogState.findUniqueOrThrow({ where: { id: 1 } })).version

    const seen = await draftOf(await japan({ percent: '61,5', rounding: 'ninety_nine' }))
    expect(await priceNow()).toBe(was.get((await storedPlan(FIXED)).id)?.price?.minor)
    await applyDraft(OWNER, seen)

    const world = await readPriceWorld()
    const preview = new Map(seen.draft.rows.map((row) => [row.id, row.after.price?.minor ?? null]))
    expect(preview.size).toBeGreaterThan(3)
    for (const one of world.plans) {
      const now = planPrice(one, world.terms)
      const expected = preview.has(one.plan.id)
        ? preview.get(one.plan.id)
        : (was.get(one.plan.id)?.price?.minor ?? null)
      expect(now.price?.minor ?? null).toBe(expected)
    }
    expect((await db().catalogState.findUniqueOrThrow({ where: { id: 1 } })).version).toBe(version + 1)
    expect(await checkInvariants()).toEqual([])
  })

  test('is applied once, and its version is what a quote names', async () => {
    const seen = await draftOf(await japan({ percent: '80' }))
    const { version } = await applyDraft(OWNER, seen)

    expect(await failure(applyDraft(OWNER, seen))).toMatchObject({ code: 'conflict', reason: 'draft_ended' })
    const { id, unit } = await quote(FIXED)
    expect(await db().quote.findUniqueOrThrow({ where: { id } })).toMatchObject({ ruleVersion: version })
    expect(unit.minor).toBe(await priceNow())
  })

  test('that takes plans under the floor is refused with their names, and nothing changes', async () => {
    const before = await priceNow()
    const seen = await draftOf(await japan({ percent: '2' }))

    const refused = await failure(applyDraft(OWNER, seen))

    expect(refused).toMatchObject({ code: 'conflict', reason: 'below_floor', count: seen.draft.counts.underFloor })
    expect(refused).toMatchObject({ plans: expect.arrayContaining([expect.stringMatching(/^Japan 3 GB/)]) })
    expect(await priceNow()).toBe(before)
    expect(await db().auditEvent.count({ where: { subject: seen.id } })).toBe(0)
  })

  test.each(['21.490,00', '1,234', 'abc'])('does not take %s for an amount', async (fixed) => {
    expect(await failure(saveEdit(OWNER, await japan({ way: 'price', fixed }), null))).toMatchObject({
      code: 'bad_input',
      fields: ['fixed'],
    })
  })

  test('takes 21,49 for 21.49', async () => {
    const { id: scopeKey } = await storedPlan(FIXED)
    const form = { ...EMPTY, way: 'price', fixed: '21,49' } as const
    await applyDraft(OWNER, await draftOf({ scope: 'plan', scopeKey, form, seen: null }))

    expect(await priceNow()).toBe(2_149)
  })

  test('whose effect is no longer what was shown is not applied', async () => {
    const seen = await draftOf(await japan({ percent: '61' }))
    const { id, cost } = await storedPlan(FIXED)
    await db().plan.update({ where: { id }, data: { cost: cost.times(2) } })

    expect(await failure(applyDraft(OWNER, seen))).toMatchObject({ code: 'conflict', reason: 'preview_changed' })
    await db().plan.update({ where: { id }, data: { cost } })
  })

  test('is discarded, and loses an edit, without a trace in the shop', async () => {
    const seen = await draftOf(await japan({ percent: '61' }))
    const { scope, scopeKey } = await japan({})
    const emptied = await dropEdit(OWNER, { scope, scopeKey }, seen)
    expect((await shown(seen.id)).draft.rows).toEqual([])

    await discardDraft(OWNER, { id: seen.id, turn: emptied.turn })
    expect(await failure(applyDraft(OWNER, { ...seen, turn: emptied.turn + 1 }))).toMatchObject({
      reason: 'draft_ended',
    })
  })

  test.each(['read_only', 'support', 'finance'] as const)('is no matter of %s', async (role) => {
    const caller = { ...OWNER, role }
    const seen = await draftOf(await japan({ percent: '61' }))
    const wanted = await japan({ percent: '61' })

    for (const action of [
      saveEdit(caller, wanted, null),
      applyDraft(caller, seen),
      scheduleDraft(caller, seen, new Date(Date.now() + 60_000)),
      undoRevision(caller, seen.id),
      discardDraft(caller, seen),
    ])
      expect(await failure(action)).toMatchObject({ code: 'forbidden' })
  })
})

describe('two editors', () => {
  test('of one rule: the second is shown both versions, at the form and when applying', async () => {
    const mine = await draftOf(await japan({ percent: '61' }))
    const theirs = await saveEdit(MANAGER, await japan({ percent: '72' }), null)
    const { version } = await applyDraft(MANAGER, await shown(theirs.draftId))

    const applied = await failure(applyDraft(OWNER, mine))
    const typed = await failure(saveEdit(OWNER, await japan({ percent: '63' }), null))

    expect(applied).toMatchObject({ code: 'conflict', reason: 'rules_changed' })
    expect(applied).toMatchObject({
      theirs: [expect.stringContaining('"72"')],
      mine: [expect.stringContaining('"61"')],
    })
    expect(typed).toMatchObject({ reason: 'rules_changed', theirs: [expect.stringContaining('"72"')] })
    const { draft } = await shown(mine.id)
    expect(draft.conflicts).toMatchObject([{ theirs: { percent: '72' }, mine: { percent: '61' } }])

    const kept = await keepEdit(OWNER, await japan({}), mine)
    await applyDraft(OWNER, await shown(kept.draftId))
    const rule = await db().priceRule.findFirstOrThrow({ where: { scope: 'destination', replacedAt: null } })
    expect([Number(rule.percent), rule.version]).toEqual([61, version + 1])
  })

  test('of one draft: the second does not write over the first', async () => {
    const seen = await draftOf(await japan({ percent: '61' }))
    await saveEdit(MANAGER, await japan({ percent: '65' }), seen)

    expect(await failure(saveEdit(OWNER, await japan({ percent: '66' }), seen))).toMatchObject({
      reason: 'draft_changed',
    })
    expect(await failure(applyDraft(OWNER, seen))).toMatchObject({ reason: 'draft_changed' })
  })

  test('applying at the same moment: one wins', async () => {
    const [a, b] = [await draftOf(await japan({ percent: '61' })), await draftOf(await japan({ percent: '62' }))]

    const ends = await Promise.all([failure(applyDraft(OWNER, a)), failure(applyDraft(MANAGER, b))])

    expect(ends.filter((end) => end === null)).toHaveLength(1)
    expect(ends.filter((end) => end !== null)).toMatchObject([{ reason: 'rules_changed' }])
  })
})

test('under the floor are as many plans as the list of the catalogue has, and those of partners beside them', async () => {
  const { skuId: id } = await storedPlan(FIXED)
  await db().priceRule.updateMany({ where: { id: 'prl_first' }, data: { floorPercent: 90 } })
  await db().destination.update({ where: { id }, data: { partnerId: 7 } })
  const { underFloor } = await getPricing(OWNER, { draftId: null, locale: 'en' })
  const { found } = await getNotOnSale(OWNER, { q: '', reason: 'below_floor', after: null })
  await db().destination.update({ where: { id }, data: { partnerId: null } })

  expect(found).toBeGreaterThan(0)
  expect(underFloor.shelf).toHaveLength(found)
  expect(underFloor.partners.length).toBeGreaterThan(0)
  expect(underFloor.partners.filter(({ skuId }) => skuId !== id)).toEqual([])
})

import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { applyDraft, applyDuePrices, scheduleDraft } from '#lib/pricing/commands/apply-draft.ts'
import { draftRate, dropEdit, saveEdit, undoRevision } from '#lib/pricing/commands/save-edit.ts'
import { getPricing, getRates } from '#lib/pricing/queries/admin-pricing.ts'
import { scopeId } from '#lib/pricing/rules/pricing-scope.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { draftOf, EMPTY, failure, forgetPrices, japan, priceNow, shown } from '#tests/support/promotions.ts'
import { OWNER, refresh } from '#tests/support/quotes.ts'
import { changeSettings, duringTests, startStockedShop } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

const shop = duringTests(() => startStockedShop({ STORE_CURRENCY: 'USD' }))
const MANAGER: StaffMember = { ...OWNER, staffId: 'stf_2', role: 'manager' }

beforeEach(async () => {
  await refresh(shop)
  await forgetPrices()
})

describe('at a time', () => {
  const soon = () => new Date(Date.now() + 60_000)
  const later = () => new Date(Date.now() + 120_000)

  test('a draft is applied by the clock, once', async () => {
    const seen = await draftOf(await japan({ way: 'price', fixed: '33.33' }))
    await scheduleDraft(OWNER, seen, soon())

    expect(await applyDuePrices()).toBe(0)
    expect(await priceNow()).not.toBe(3_333)
    const counts = await Promise.all([applyDuePrices(later()), applyDuePrices(later())])
    expect(counts.reduce((a, b) => a + b)).toBe(1)
    expect(await priceNow()).toBe(3_333)
  })

  test('a draft whose rule was changed in between is stopped, with its reason', async () => {
    const seen = await draftOf(await japan({ percent: '61' }))
    await scheduleDraft(OWNER, seen, soon())
    await applyDraft(MANAGER, await draftOf(await japan({ percent: '72' })))
    const before = await priceNow()

    expect(await applyDuePrices(later())).toBe(0)

    expect(await priceNow()).toBe(before)
    expect(await db().priceRevision.findUniqueOrThrow({ where: { id: seen.id } })).toMatchObject({
      state: 'stopped',
      stopReason: 'rules_changed',
    })
  })

  test('a draft that would now end under the floor is stopped as well, and the next one still runs', async () => {
    const low = await draftOf(await japan({ percent: '30' }))
    await scheduleDraft(OWNER, low, soon())
    const other = { scope: 'shelf', scopeKey: 'europe', form: { ...EMPTY, percent: '77' }, seen: null } as const
    await scheduleDraft(OWNER, await draftOf(other), soon())
    await db().priceRule.updateMany({ where: { scope: 'global' }, data: { percent: 90, floorPercent: 40 } })

    expect(await applyDuePrices(later())).toBe(1)

    const { stopReason } = await db().priceRevision.findUniqueOrThrow({ where: { id: low.id } })
    expect(stopReason).toBe('below_floor')
  })

  test('a planned draft that somebody writes to is called off, which is noted; an empty one is not planned', async () => {
    const seen = await draftOf(await japan({ percent: '61' }))
    await scheduleDraft(OWNER, seen, soon())
    const { turn } = await db().priceRevision.findUniqueOrThrow({ where: { id: seen.id } })

    const { turn: now } = await dropEdit(MANAGER, { scope: 'shelf', scopeKey: 'asia' }, { id: seen.id, turn })

    const notes = await db().auditEvent.findMany({ where: { subject: seen.id }, orderBy: { id: 'asc' } })
    expect(notes.map(({ act }) => act)).toEqual(['pricing.scheduled', 'pricing.unscheduled'])
    expect(await applyDuePrices(later())).toBe(0)
    await db().priceRevision.update({ where: { id: seen.id }, data: { edits: [] } })
    const planned = scheduleDraft(OWNER, { ...seen, turn: now }, soon())
    expect(await failure(planned)).toMatchObject({ reason: 'nothing_changes' })
  })

  test('in the past there is no time', async () => {
    const seen = await draftOf(await japan({ percent: '61' }))

    expect(await failure(scheduleDraft(OWNER, seen, new Date(0)))).toMatchObject({ code: 'bad_input' })
  })
})

describe('the history', () => {
  const read = (past: number | null) => getPricing(OWNER, { draftId: null, locale: 'en', past })

  test('reaches its first change, in pages that leave nothing out', async () => {
    await db().priceRevision.createMany({
      data: Array.from({ length: 45 }, (_, index) => ({
        ...{ id: `prv_old${index}`, state: 'applied' as const, edits: [], number: index + 1, appliedAt: new Date() },
        ...{ createdBy: 'staff:stf_1', updatedBy: 'staff:stf_1', undoes: index === 44 ? 'prv_old0' : null },
      })),
    })
    const seen: number[] = []
    for (let past: number | null = null, more = true; more; ) {
      const { history } = await read(past)
      seen.push(...history.rows.map(({ version }) => version))
      past = history.older
      more = past !== null
    }

    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => 45 - index))
    expect((await read(null)).history.rows[0]?.undoes).toBe(1)
  })

  test('names every rule that a change changed, as it was and as it became', async () => {
    const { draftId } = await saveEdit(OWNER, await japan({ percent: '81' }), null)
    const { turn } = await shown(draftId)
    const europe = { scope: 'shelf', scopeKey: 'europe', form: { ...EMPTY, percent: '82' }, seen: null } as const
    await saveEdit(OWNER, europe, { id: draftId, turn })
    await applyDraft(OWNER, await shown(draftId))

    const [change] = (await read(null)).history.rows
    expect(change?.rules.map(({ rule, before, after }) => [rule.scope, before, Number(after?.percent)])).toEqual([
      ['destination', null, 81],
      ['shelf', null, 82],
    ])
    const items = async (list: 'rules' | 'prices', said: object = {}) =>
      parseCsv(await exportFile(await addStaff('owner'), list, said)) ?? []
    const [head = [], ...rows] = await items('prices')
    const cells = (row: string[]) => ['scope', 'percent_before', 'percent_after'].map((name) => row[head.indexOf(name)])
    expect(rows.map(cells)).toEqual([
      ['destination', '', '81'],
      ['shelf', '', '82'],
    ])
    expect((await items('rules')).map(([scope]) => scope)).toEqual(['scope', 'global', 'destination', 'shelf'])
    const [, ...found] = await items('rules', { q: 'اليابان', locale: 'ar' })
    expect(found.map(([scope, _key, name]) => [scope, name])).toEqual([['destination', 'اليابان']])
  })
})

describe('undo', () => {
  test('puts every price back, through a preview of its own, and can be undone', async () => {
    const before = await priceNow()
    const seen = await draftOf(await japan({ way: 'price', fixed: '44' }))
    await applyDraft(OWNER, seen)

    const undo = await undoRevision(OWNER, seen.id)
    expect(await priceNow()).toBe(4_400)
    await applyDraft(OWNER, await shown(undo.draftId))
    expect(await priceNow()).toBe(before)

    const again = await undoRevision(OWNER, undo.draftId)
    await applyDraft(OWNER, await shown(again.draftId))
    expect(await priceNow()).toBe(4_400)
    const { history } = await getPricing(OWNER, { draftId: null, locale: 'en' })
    expect(history.rows.map(({ undoes }) => undoes !== null)).toEqual([true, true, false])
  })

  test('of a change that was changed again is refused with both versions', async () => {
    const seen = await draftOf(await japan({ percent: '61' }))
    const { version } = await applyDraft(OWNER, seen)
    await applyDraft(OWNER, await draftOf(await japan({ percent: '62' }, version)))

    expect(await failure(undoRevision(OWNER, seen.id))).toMatchObject({ code: 'conflict', reason: 'rules_changed' })
  })
})

describe('the exchange rate', () => {
  test('is a draft too: shown, applied with its day, and undone', async () => {
    changeSettings({ STORE_CURRENCY: 'EUR' })
    expect(await priceNow()).toBeUndefined()
    const first = await draftRate(OWNER, { file: '2027-03-02;USD;EUR;0,91\n2027-03-03;USD;EUR;0,9203' })
    expect((await shown(first.draftId)).draft.counts.entering).toBeGreaterThan(100)
    await applyDraft(OWNER, await shown(first.draftId))
    const sold = await priceNow()
    const second = await draftRate(OWNER, { rate: '1,5', asOf: '2027-03-04' })
    await applyDraft(OWNER, await shown(second.draftId))

    expect(await priceNow()).toBeGreaterThan(sold ?? 0)
    const rows = await db().exchangeRate.findMany({ orderBy: { at: 'asc' } })
    expect(rows.map(({ rate, asOf, source }) => [Number(rate), asOf, source])).toEqual([
      [0.9203, '2027-03-03', 'file'],
      [1.5, '2027-03-04', 'hand'],
    ])
    const undo = await undoRevision(OWNER, second.draftId)
    await applyDraft(OWNER, await shown(undo.draftId))
    expect(await priceNow()).toBe(sold)
  })

  test.each([[{ rate: '1,234', asOf: '2027-03-04' }], [{ file: 'nothing' }]])('is not read from %o', async (wanted) => {
    changeSettings({ STORE_CURRENCY: 'EUR' })

    expect(await failure(draftRate(OWNER, wanted))).toMatchObject({ code: 'bad_input' })
  })

  test('that counted long ago is found at the end of their list', async () => {
    changeSettings({ STORE_CURRENCY: 'EUR' })
    await db().exchangeRate.createMany({
      data: Array.from({ length: 25 }, (_, index) => ({
        ...{ id: `rat_${index}`, from: 'USD', to: 'EUR', rate: 1 + index, source: 'hand', at: new Date(index) },
      })),
    })

    const first = await getRates(OWNER, null)
    const rest = await getRates(OWNER, first.older)
    expect([...first.rates, ...rest.rates].map(({ rate }) => Number(rate))).toEqual(
      Array.from({ length: 25 }, (_, index) => 25 - index),
    )
    expect([Number(rest.now), rest.isFirst, rest.older]).toEqual([25, false, null])
  })

  test('is not asked for where cost and price are in one currency', async () => {
    expect(await failure(draftRate(OWNER, { rate: '1', asOf: '2027-03-04' }))).toMatchObject({ reason: 'one_currency' })
  })
})

test('the number of plans that a rule decides leads to exactly those, the smallest margin first', async () => {
  await applyDraft(OWNER, await draftOf(await japan({ percent: '72' })))
  const { rules, onSale } = await getPricing(OWNER, { draftId: null, locale: 'en' })
  const deciding = rules.filter(({ decides }) => decides > 0)
  expect(deciding.length).toBeGreaterThan(1)
  expect(deciding.reduce((sum, { decides }) => sum + decides, 0)).toBe(onSale)

  for (const { rule, decides } of deciding) {
    const { decided } = await getPricing(OWNER, { draftId: null, locale: 'en', rule: scopeId(rule) })
    const shares = decided?.rows.map(({ after }) => after.marginShare ?? 0) ?? []
    expect(shares).toHaveLength(decides)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(decided?.rule).toEqual(rule)
  }
  expect((await getPricing(OWNER, { draftId: null, locale: 'en', rule: 'plan|pln_none' })).decided).toBeNull()
})

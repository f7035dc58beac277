import { describe, expect, test } from 'vitest'
import { buildCatalog } from '#sandbox/upstream/catalog/build.ts'

const { skus, partners } = buildCatalog()
const esim = skus.filter((sku) => sku.dpId === null)
const plans = skus.flatMap((sku) => sku.plans)

describe('catalogue', () => {
  test('is the same on every build', () => {
    expect(buildCatalog()).toEqual({ skus, partners })
  })

  test('has the size and the country codes of a real account', () => {
    expect(esim.length).toBeGreaterThan(165)
    expect(esim.length).toBeLessThan(185)
    expect(esim.filter((sku) => sku.countryCode.startsWith('99'))).toHaveLength(14)
    expect(esim.every((sku) => /^[1-9]\d*$/.test(sku.countryCode))).toBe(true)
    expect(esim.find((sku) => sku.english === 'Serbia')?.countryCode).toBe('891')
  })

  test('gives prominent destinations 10 to 20 plans and others 3 to 12', () => {
    const count = (name: string) => esim.find((sku) => sku.english === name)?.plans.length ?? 0

    for (const name of [
      'Japan',
      'Thailand',
      'United Kingdom',
      'United States',
      'Italy',
      'Spain',
      'France',
      'Türkiye',
      'South Korea',
    ]) {
      expect(count(name)).toBeGreaterThanOrEqual(10)
    }
    expect(Math.max(...esim.map((sku) => sku.plans.length))).toBeLessThanOrEqual(20)
    expect(esim.filter((sku) => sku.plans.length < 3).map((sku) => sku.english)).toEqual(['Vatican City'])
  })

  test('numbers every plan once and codes every plan once', () => {
    const codes = plans.flatMap((plan) => plan.apiCode ?? [])

    expect(new Set(plans.map((plan) => plan.priceid)).size).toBe(plans.length)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.every((code) => /^\d+-[01]-(\?-\d+-[GM]-D|\d+-\d+-[GM])$/.test(code))).toBe(true)
  })

  test('contains each awkward entry a shop has to survive', () => {
    expect(plans.filter((plan) => plan.apiCode === null)).toHaveLength(1)
    expect(plans.filter((plan) => plan.openCardFee !== null)).toHaveLength(1)
    expect(plans.some((plan) => plan.supportDaypass === 2)).toBe(true)
    expect(plans.some((plan) => plan.minDay !== null && plan.maxDay !== null && plan.minDay > plan.maxDay)).toBe(true)
    expect(plans.some((plan) => plan.supportDaypass === 1 && plan.minDay === null)).toBe(true)
    expect(plans.some((plan) => plan.mustDate === 1)).toBe(true)
    expect(esim.some((sku) => sku.networks === null)).toBe(true)
    expect(Math.max(...esim.map((sku) => sku.english.length))).toBe(90)
    const names = new Set(esim.flatMap((sku) => sku.supportCountry ?? []))
    for (const name of ['China.HongKong', 'Korea', 'South Korea', 'UAE', 'USA', 'Bosnia &  Herzegovina', 'Faeroe']) {
      expect(names).toContain(name)
    }
  })
})

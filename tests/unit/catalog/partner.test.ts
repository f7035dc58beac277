import { expect, test } from 'vitest'
import { joinLists, keepGroups, listDifferences, shelfOfGroup } from '#lib/catalog/rules/partner.ts'
import type { GroupedSku, ProviderSku } from '#lib/catalog/rules/plan.ts'

const listed = (skuId: number) => ({ skuId, name: `L${skuId}`, regionCode: null }) as unknown as ProviderSku
const grouped = (skuId: number) =>
  ({ skuId, name: `G${skuId}`, continent: 'Asia', searchText: 'nippon' }) as unknown as GroupedSku

test('two lists of products become one, and what stands in one alone is known', () => {
  const products = joinLists([listed(1), listed(2)], [grouped(2), grouped(3)])

  expect(products.map(({ skuId, name, continent }) => [skuId, name, continent])).toEqual([
    [1, 'L1', null],
    [2, 'L2', 'Asia'],
    [3, 'G3', 'Asia'],
  ])
  const { onlyListed, onlyGrouped } = listDifferences(products)
  expect([onlyListed.map(({ skuId }) => skuId), onlyGrouped.map(({ skuId }) => skuId)]).toEqual([[1], [3]])
})

test('without the grouped list each product stays in the group it had, and a new one has none', () => {
  const known = joinLists([listed(1)], [grouped(1), grouped(9)])

  const products = keepGroups([listed(1), listed(2)], known)

  expect(products.map(({ skuId, continent, isGrouped }) => [skuId, continent, isGrouped])).toEqual([
    [1, 'Asia', true],
    [2, null, false],
  ])
})

test('a group of the list stands on a shelf of the shop, and one that nobody knows on the last', () => {
  expect(
    ['Common', 'Latin America', 'Oceania', 'Moon', 'function Object() { [native code] }'].map(shelfOfGroup),
  ).toEqual(['multi_country', 'latin_america', 'oceania', 'more', 'more'])
})

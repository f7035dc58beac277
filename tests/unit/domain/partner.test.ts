import { expect, test } from 'vitest'
import { joinLists, listDifferences } from '#lib/domain/partner.ts'
import type { GroupedSku, UpstreamSku } from '#lib/domain/plan.ts'

const listed = (skuId: number) => ({ skuId, name: `L${skuId}`, regionCode: null }) as unknown as UpstreamSku
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

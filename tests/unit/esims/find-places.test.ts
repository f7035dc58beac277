import { expect, test } from 'vitest'
import { findPlaces } from '#components/esims/physical-sims/find-places.ts'
import { foldForSearch } from '#lib/core/rules/search-names.ts'

const place = (key: number, text: string) => ({ key, name: text, flag: null, words: foldForSearch(text) })
const groups = [
  { name: 'Europe', places: [place(1, 'Österreich Austria'), place(2, "Côte d'Azur")] },
  { name: 'Asia', places: [place(3, 'Türkiye Turkey')] },
]
const found = (text: string) => findPlaces(groups, text).flatMap(({ places }) => places.map(({ key }) => key))

test('a place is found without its marks, in any case, and by another of its names', () => {
  expect([found('osterreich'), found('TURKIYE'), found('austria'), found('cote d azur')]).toEqual([[1], [3], [1], [2]])
})

test('a search without a letter shows everything, and a group without a hit is left out', () => {
  expect(found(' -')).toEqual([1, 2, 3])
  expect(findPlaces(groups, 'turk').map(({ name }) => name)).toEqual(['Asia'])
  expect(findPlaces(groups, 'nowhere')).toEqual([])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BoardRow, packRows, readRows } from '#components/catalog/board-row.ts'
import { nearestDestinations } from '#components/catalog/nearest-destinations.ts'
import { foldedName, matchedName, searchDestinations } from '#components/catalog/search-destinations.ts'
import { areasOf, areasOfGroup, namesOfCountry, namesOfGroup } from '#lib/catalog/queries/catalog.ts'
import { countryName } from '#lib/core/i18n/countries.ts'
import { foldForSearch, isGuess, rankMatch, toSearchNames } from '#lib/core/rules/search-names.ts'
import { SHELVES, type Shelf } from '#lib/settings/rules/shop.ts'

describe('board row', () => {
  const rows = fc.array(
    fc.tuple(
      fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/),
      fc.string({ minLength: 1 }).filter((name) => !/[|\n]/.test(name)),
      fc.constantFrom('jp', '-kp', ''),
      fc.constantFrom(...SHELVES),
      fc.constantFrom('$1.21', '1,21\u00a0€', ''),
      fc.constantFrom('5G', '2G', ''),
      fc.nat(200),
    ),
  )

  test('rows come out of their packet as they went in', () => {
    fc.assert(
      fc.property(rows, (given) => {
        expect(readRows(packRows(given))).toEqual(given)
      }),
    )
  })

  test('an address that the name gives does not travel', () => {
    const row: BoardRow = ['south-korea', 'South Korea', 'kr', 'asia', '$1.18', '5G', 3]

    expect(packRows([row]).text).toBe('South Korea\n\nkr\n0\n$1.18\n5\n3')
  })

  test('a name cannot break out of its field', () => {
    const row: BoardRow = ['a-b', 'A|\nB', 'kr', 'asia', '$1.18', '5G', 3]

    expect(readRows(packRows([row]))).toEqual([['a-b', 'A  B', 'kr', 'asia', '$1.18', '5G', 3]])
  })

  test('a packet that is read twice gives the same rows', () => {
    const packed = packRows([['japan', 'Japan', 'jp', 'asia', '', '', 0]])

    expect(readRows(packed)).toBe(readRows(packed))
  })
})

describe('search destinations', () => {
  const SOLD: [iso2: string, shelf: Shelf][] = [
    ...(['JP', 'TH', 'ID', 'AE', 'QA', 'KR', 'CN', 'MY', 'TR'] as const).map((iso2): [string, Shelf] => [iso2, 'asia']),
    ...(['UA', 'GB', 'FR', 'NL', 'HR', 'RS', 'IE', 'DE', 'AT', 'CH', 'SE'] as const).map((iso2): [string, Shelf] => [
      iso2,
      'europe',
    ]),
    ...(['US', 'CA'] as const).map((iso2): [string, Shelf] => [iso2, 'north_america']),
    ...(['JM', 'BB'] as const).map((iso2): [string, Shelf] => [iso2, 'latin_america']),
    ['AU', 'oceania'],
  ]
  const row = (slug: string, name: string, shelf: Shelf): BoardRow => [slug, name, 'xx', shelf, '$1', '5G', 3]
  const GROUPS = [
    { slug: 'europe-33', name: 'Europe 33 countries', countries: ['FR', 'DE', 'AT', 'HR', 'RS', 'MC', 'IT', 'ES'] },
    { slug: 'western-balkans', name: 'Trip of seven', countries: ['AL', 'BA', 'HR', 'ME', 'MK', 'RS', 'XK'] },
  ]
  const rows = [
    ...SOLD.map(([iso2, shelf]) => row(iso2.toLowerCase(), countryName(iso2, 'en'), shelf)),
    ...GROUPS.map(({ slug, name }) => row(slug, name, 'multi_country')),
  ]
  const sold = new Set(SOLD.map(([iso2]) => iso2))
  const others = new Map([
    ...SOLD.map(
      ([iso2]) => [iso2.toLowerCase(), toSearchNames(namesOfCountry(iso2), areasOf(iso2), 'around')] as const,
    ),
    ...GROUPS.map(
      ({ slug, countries }) =>
        [slug, toSearchNames(namesOfGroup(countries, sold, 'en'), areasOfGroup(countries), 'area')] as const,
    ),
  ])
  const slugs = (text: string) => searchDestinations(rows, others, text).map(([slug]) => slug)
  const meant = (slug: string, text: string) => {
    const found = rows.find(([of]) => of === slug)

    return found ? matchedName(found, others, text) : null
  }

  /** Every row looked at, typos included. */
  const ranked = (text: string) => {
    const query = foldForSearch(text)
    const all = rows.flatMap((row) => {
      const rank = query === '' ? null : rankMatch(query, foldedName(row), others.get(row[0]) ?? [])

      return rank === null ? [] : { slug: row[0], rank }
    })
    const literal = all.filter(({ rank }) => !isGuess(rank))

    return (literal.length > 0 ? literal : all).sort((a, b) => a.rank - b.rank).map(({ slug }) => slug)
  }

  test('what is typed finds names that begin with it, in the order of the list', () => {
    expect(slugs('jap')).toEqual(['jp'])
    expect(slugs('ja')).toEqual(['jp', 'jm', 'id'])
  })

  test.each([
    ['uk', 'gb'],
    ['UK', 'gb'],
    ['us', 'us'],
    ['usa', 'us'],
    ['uae', 'ae'],
    ['england', 'gb'],
    ['holland', 'nl'],
    ['日本', 'jp'],
    ['اليابان', 'jp'],
    ['bali', 'id'],
    ['NRT', 'jp'],
    ['cdg', 'fr'],
    ['NYC', 'us'],
    ['lhr', 'gb'],
    ['dxb', 'ae'],
    ['Tokyo', 'jp'],
    ['São Paulo', undefined],
  ])('"%s" finds %s first', (text, slug) => {
    expect(slugs(text)[0]).toBe(slug)
  })

  test('an exact other name beats the beginning of a name, and the code of an airport does not', () => {
    expect(slugs('uk')).toEqual(['gb', 'ua'])
    expect(slugs('can')[0]).toBe('ca')
    expect(slugs('can')).toContain('cn')
  })

  test.each(['europe', 'Europa', 'eropa', 'أوروبا'])('"%s" finds the group and the countries of Europe', (text) => {
    expect(slugs(text)).toEqual([
      'europe-33',
      'western-balkans',
      'ua',
      'gb',
      'fr',
      'nl',
      'hr',
      'rs',
      'ie',
      'de',
      'at',
      'ch',
      'se',
    ])
  })

  test.each([
    ['asia', ['jp', 'th', 'id', 'ae', 'qa', 'kr', 'cn', 'my', 'tr']],
    ['gulf', ['ae', 'qa']],
    ['Golf', ['ae', 'qa']],
    ['balkans', ['western-balkans', 'hr', 'rs']],
    ['caribbean', ['jm', 'bb']],
  ])('"%s" finds what lies there', (text, expected) => {
    expect(slugs(text)).toEqual(expected)
  })

  test('a country that is not sold by itself finds the groups that contain it', () => {
    expect(slugs('Monaco')).toEqual(['europe-33'])
    expect(slugs('MNE')).toEqual([])
    expect(slugs('Montenegro')).toEqual(['western-balkans'])
    expect(meant('europe-33', 'monac')).toBe('Monaco')
  })

  test('one typo finds the place, and is not guessed at while something was meant literally', () => {
    expect(slugs('jaapn')).toEqual(['jp'])
    expect(slugs('germny')[0]).toBe('de')
    expect(slugs('austr')).toEqual(['at', 'au'])
  })

  test('what finds nothing has the nearest names beside it, the nearest first', () => {
    expect(slugs('switserlend')).toEqual([])
    expect(nearestDestinations(rows, others, 'switserlend').map(([slug]) => slug)).toEqual(['ch'])
    expect(nearestDestinations(rows, others, 'jappaann')[0]?.[0]).toBe('jp')
    expect(nearestDestinations(rows, others, 'qqqq')).toEqual([])
    expect(nearestDestinations(rows, others, '')).toEqual([])
  })

  test('the index gives the very answers of the search', () => {
    const texts = rows.flatMap((one) => [
      foldForSearch(one[1]),
      ...(others.get(one[0]) ?? []).flatMap(({ folded, codes }) => [folded, ...codes]),
    ])
    const typed = fc.constantFrom(...texts).chain((text) => {
      const starts = [...text.matchAll(/(?<=^| )\S/g)].map(({ index }) => index)

      return fc
        .tuple(fc.constantFrom(...starts), fc.integer({ min: 1, max: text.length }))
        .map(([from, length]) => text.slice(from, from + length))
    })

    fc.assert(
      fc.property(fc.oneof(typed, fc.string({ maxLength: 6 })), (text) => {
        expect(slugs(text)).toEqual(ranked(text))
      }),
      { numRuns: 2_000 },
    )
  })

  test('nothing typed finds nothing', () => {
    expect(slugs('  ')).toEqual([])
  })

  test('the name that was meant is told where it says more than what was typed', () => {
    expect(meant('jp', 'tok')).toBe('Tokyo')
    expect(meant('jp', 'nrt')).toBe('Tokyo (NRT)')
    expect(meant('us', 'nyc')).toBe('New York (NYC)')
    expect(meant('ae', 'abu d')).toBe('Abu Dhabi')
    expect(meant('id', 'bali')).toBe('Bali')
    expect(meant('gb', 'uk')).toBeNull()
    expect(meant('us', 'usa')).toBeNull()
    expect(meant('jp', 'jap')).toBeNull()
    expect(meant('fr', 'eropa')).toBeNull()
    expect(meant('europe-33', 'eropa')).toBeNull()
  })
})

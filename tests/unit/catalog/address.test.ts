import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LocalAddress, missingAddresses, slugIn } from '#lib/catalog/rules/address.ts'
import { destinationName as nameIn } from '#lib/core/i18n/countries.ts'
import { languageAlternates } from '#lib/core/i18n/routing.ts'

type Country = { id: number; iso2: string; name: string; slug: string; ownName?: string }

const AUSTRIA = { id: 40, iso2: 'AT', name: 'Austria', slug: 'austria' }
const LANGUAGES = ['en', 'de', 'ar', 'es', 'fr', 'it', 'pt', 'ja', 'zh']

function destination({ id, iso2, name, slug, ownName }: Country, addresses: LocalAddress[] = []) {
  return { id, iso2, slug, providerName: name, ownName: ownName ?? null, texts: [], addresses }
}

function named(countries: Country[], taken = new Map<string, number>()): Map<string, string> {
  const found = missingAddresses(
    countries.map((country) => destination(country)),
    { locales: LANGUAGES, taken, nameIn },
  )

  return new Map(found.map(({ skuId, locale, slug }) => [`${skuId} ${locale}`, slug]))
}

describe('addresses of a destination', () => {
  test('are what readers of a language call it, in letters that an address can have', () => {
    const found = named([AUSTRIA])

    expect(Object.fromEntries(found)).toEqual({
      '40 de': 'oesterreich',
      '40 es': 'austria',
      '40 fr': 'autriche',
      '40 it': 'austria',
      '40 pt': 'austria',
    })
  })

  test('are left to the default language where the name is written in other letters', () => {
    expect(named([{ id: 392, iso2: 'JP', name: 'Japan', slug: 'japan' }])).toEqual(
      new Map([
        ['392 de', 'japan'],
        ['392 es', 'japon'],
        ['392 fr', 'japon'],
        ['392 it', 'giappone'],
        ['392 pt', 'japao'],
      ]),
    )
  })

  test('stay when they are there already, whatever the destination is called by now', () => {
    const renamed = destination({ ...AUSTRIA, ownName: 'Wien' }, [{ locale: 'de', slug: 'oesterreich' }])
    const found = missingAddresses([renamed], {
      locales: ['de', 'fr'],
      taken: new Map([['oesterreich', 40]]),
      nameIn,
    })

    expect(found).toEqual([{ skuId: 40, locale: 'fr', slug: 'wien' }])
  })

  test('never lead to two destinations, in whatever language', () => {
    const name = fc.constantFrom('Wien', 'Wíen', 'Österreich', 'oesterreich', 'Autriche', 'Niger', '日本', '-', 'a-40')
    const country = fc.record({ id: fc.integer({ min: 1, max: 60 }), name, slug: fc.constantFrom('x', 'y', 'wien') })
    fc.assert(
      fc.property(fc.uniqueArray(country, { selector: ({ id }) => id, maxLength: 8 }), (countries) => {
        const slugs = countries.map((one) => ({ ...one, slug: `${one.slug}-${one.id}` }))
        const taken = new Map([...slugs.map(({ slug, id }) => [slug, id] as const), ['wien', 99]])
        const found = missingAddresses(
          slugs.map((one) => destination({ ...one, iso2: 'AT', ownName: one.name })),
          { locales: LANGUAGES, taken, nameIn },
        )
        const owners = new Map<string, number>(taken)
        for (const { slug, skuId } of found) {
          expect(owners.get(slug) ?? skuId).toBe(skuId)
          owners.set(slug, skuId)
          expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        }
      }),
    )
  })

  test('are told by language, and that of the default language for everybody else', () => {
    const austria = destination(AUSTRIA, [{ locale: 'de', slug: 'oesterreich' }])

    expect(slugIn(austria, 'ja')).toBe('austria')
    expect(languageAlternates((locale) => `/destinations/${slugIn(austria, locale)}`, ['en', 'de', 'ar'])).toEqual({
      en: '/destinations/austria',
      de: '/de/destinations/oesterreich',
      ar: '/ar/destinations/austria',
      'x-default': '/destinations/austria',
    })
  })
})

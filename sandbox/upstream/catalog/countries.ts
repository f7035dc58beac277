import { AFRICA_AMERICAS } from '#sandbox/upstream/catalog/countries-africa-americas.ts'
import { ASIA_OCEANIA } from '#sandbox/upstream/catalog/countries-asia-oceania.ts'
import { EUROPE } from '#sandbox/upstream/catalog/countries-europe.ts'
import type { Country } from '#sandbox/upstream/catalog/model.ts'
import type { Tier } from '#sandbox/upstream/catalog/plan-shapes.ts'

export const COUNTRIES: Country[] = [...ASIA_OCEANIA, ...EUROPE, ...AFRICA_AMERICAS].map(toCountry)

const BY_CODE = new Map(COUNTRIES.map((country) => [country.code, country]))

export function requireCountry(code: string): Country {
  const country = BY_CODE.get(code)
  if (!country) throw new Error(`The sandbox catalogue has no country ${code}`)

  return country
}

function toCountry(row: string): Country {
  const [code = '', english = '', chinese = '', continent = '', tier = 'C', perGb = '1', operators = ''] =
    row.split('|')
  const networks = operators.split(';').map((entry) => {
    const space = entry.lastIndexOf(' ')

    return { type: entry.slice(space + 1), operator: entry.slice(0, space), nameen: english, namecn: chinese }
  })

  return { code, english, chinese, continent, tier: tier as Tier, perGb: Number(perGb), networks }
}

import { COUNTRIES, requireCountry } from '#sandbox/upstream/catalog/countries.ts'
import { type Country, type Member, type Partner, type Sku, spread } from '#sandbox/upstream/catalog/model.ts'
import { withOddities } from '#sandbox/upstream/catalog/oddities.ts'
import { plansOf } from '#sandbox/upstream/catalog/plans.ts'
import { REGIONS } from '#sandbox/upstream/catalog/regions.ts'

const FIRST_ESIM_SKU = 20
const FIRST_DP_SKU = 800

/** A second product of a country whose first one exists as well. */
const PREMIUM = ['392', '156']

const PARTNERS = [
  { id: 11, realName: 'Harbour SIM Cards', codes: ['764', '360', '99915'] },
  { id: 12, realName: 'Northline Prepaid', codes: ['840', '124', '484', '99911'] },
  { id: 13, realName: 'Kite Mobile Goods', codes: ['344', '410', '36'] },
]

export type BuiltCatalog = { skus: Sku[]; partners: Partner[] }

/** Every product of the account, eSIM and physical; the same on every start. */
export function buildCatalog(): BuiltCatalog {
  const esim = [
    ...COUNTRIES.map((country) => countrySku(country)),
    ...REGIONS.map(regionSku),
    ...PREMIUM.map((code) => premiumSku(requireCountry(code))),
  ].map((sku, index) => withPlans({ ...sku, skuid: FIRST_ESIM_SKU + index }))
  const physical = PARTNERS.flatMap((partner) => partner.codes.map((code) => ({ partner, code }))).map(
    ({ partner, code }, index) => {
      const twin = esim.find((sku) => sku.countryCode === code)
      if (!twin) throw new Error(`The sandbox catalogue has no product ${code}`)

      return withPlans({ ...twin, skuid: FIRST_DP_SKU + index, dpId: partner.id })
    },
  )

  return { skus: [...esim, ...physical], partners: PARTNERS.map(toPartner) }
}

function toPartner(partner: (typeof PARTNERS)[number]): Partner {
  return { id: partner.id, realName: partner.realName, iconUrl: `https://img.sandbox.example/dp/${partner.id}.png` }
}

function countrySku(country: Country): Sku {
  const draw = spread(`sku/${country.code}`)

  return {
    skuid: 0,
    countryCode: country.code,
    english: country.english,
    chinese: country.chinese,
    continent: country.continent,
    dpId: null,
    supportCountry: [country.english],
    members: [{ country, name: country.english }],
    networks: country.tier === 'C' && draw % 6 === 0 ? null : country.networks,
    plans: [],
  }
}

function premiumSku(country: Country): Sku {
  return { ...countrySku(country), english: `${country.english} Premium`, chinese: `${country.chinese}尊享` }
}

function regionSku(row: string): Sku {
  const [countryCode = '', english = '', chinese = '', , memberText = ''] = row.split('|')
  const members = memberText.split(' ').map(toMember)

  return {
    skuid: 0,
    countryCode,
    english,
    chinese,
    continent: 'Common',
    dpId: null,
    supportCountry: members.map((member) => member.name),
    members,
    networks: members.flatMap((member) => member.country.networks.slice(0, 2)),
    plans: [],
  }
}

function toMember(text: string): Member {
  const [code = '', spelled] = text.split('=')
  const country = requireCountry(code)

  return { country, name: spelled?.replaceAll('_', ' ') ?? country.english }
}

function withPlans(sku: Sku): Sku {
  const premium = sku.english.endsWith(' Premium')
  const region = REGIONS.find((row) => row.startsWith(`${sku.countryCode}|`))
  const country = region ? undefined : requireCountry(sku.countryCode)
  const plans = plansOf({
    skuid: sku.skuid,
    countryCode: sku.countryCode,
    shape: premium || sku.dpId !== null ? 'B' : (country?.tier ?? 'region'),
    perGb: Number(region?.split('|')[3] ?? country?.perGb) * (premium ? 1.4 : 1),
    variant: premium || sku.dpId !== null ? '1' : '0',
  })

  return withOddities({ ...sku, plans: sku.dpId === null ? plans : plans.filter((plan) => plan.supportDaypass === 0) })
}

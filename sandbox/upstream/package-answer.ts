import type { Member, Network, Plan, Sku } from '#sandbox/upstream/catalog/model.ts'

/** A product as the flat lists show it. */
export function skuEntry(sku: Sku): Record<string, unknown> {
  return { skuid: sku.skuid, display: sku.english, countryCode: sku.countryCode }
}

const CONTINENTS = ['Common', 'Asia', 'Europe', 'Africa', 'Latin America', 'North America', 'Oceania']

/** Products grouped by continent key, as the grouped lists show them. */
export function groupedSkus(skus: Sku[]): { continent: string[]; data: Record<string, unknown[]> } {
  const continent = CONTINENTS.filter((key) => skus.some((sku) => sku.continent === key))
  const data = Object.fromEntries(
    continent.map((key) => [key, skus.filter((sku) => sku.continent === key).map(groupedEntry)]),
  )

  return { continent, data }
}

/** The wrapper around an eSIM package list; its `display` is Chinese. */
export function esimWrapper(sku: Sku, plans: Plan[]): Record<string, unknown> {
  return {
    ...wrapperHead(sku),
    display: sku.chinese,
    detailId: null,
    expirydate: null,
    esimPackageDtoList: plans.map((plan) => ({ ...planEntry(plan), networkDtoList: sku.networks })),
  }
}

export function partnerWrapper(sku: Sku): Record<string, unknown> {
  return {
    ...wrapperHead(sku),
    esimPackageVoList: sku.plans.map((plan) => ({
      ...planEntry(plan),
      networkVos: sku.networks?.map(({ type, operator, nameen }: Network) => ({ type, operator, nameen })) ?? null,
    })),
  }
}

function wrapperHead(sku: Sku): Record<string, unknown> {
  const shown = new Map(sku.members.map((member) => [member.country.code, member]))

  return {
    skuid: sku.skuid,
    countrycode: sku.countryCode,
    imageUrl: flagOf(sku.countryCode),
    displayEn: sku.english,
    supportCountry: sku.supportCountry,
    countryImageUrlDtoList: [...shown.values()].map(memberImage),
  }
}

function memberImage({ country, name }: Member): Record<string, unknown> {
  return { imageUrl: flagOf(country.code), countryCode: Number(country.code), name: country.chinese, nameEn: name }
}

function planEntry({ cancelRule: _, apiCode, openCardFee, ...plan }: Plan): Record<string, unknown> {
  return {
    ...plan,
    ...(apiCode !== null && { apiCode }),
    ...(openCardFee !== null && { openCardFee }),
    hadDaypassDetail: plan.supportDaypass === 2 ? true : null,
  }
}

function groupedEntry(sku: Sku): Record<string, unknown> {
  return {
    skuid: sku.skuid,
    countryCode: Number(sku.countryCode),
    imageUrl: flagOf(sku.countryCode),
    display: sku.english,
    note: sku.skuid % 3 === 0 ? null : '',
    search: `${sku.english},${sku.chinese}`,
    continentCode: CONTINENTS.indexOf(sku.continent),
  }
}

function flagOf(countryCode: string): string {
  return `https://img.sandbox.example/flags/${countryCode}.png`
}

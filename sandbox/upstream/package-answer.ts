import type { Member, Plan, Sku } from '#sandbox/upstream/catalog/model.ts'

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
    esimPackageDtoList: plans.map((plan) => ({ ...planEntry(plan, sku), networkDtoList: sku.networks ?? [] })),
  }
}

export function partnerWrapper(sku: Sku): Record<string, unknown> {
  return {
    ...wrapperHead(sku),
    esimPackageVoList: sku.plans.map((plan) => ({
      ...planEntry(plan, sku),
      networkVos: sku.networks ?? [],
    })),
  }
}

function wrapperHead(sku: Sku): Record<string, unknown> {
  return {
    skuid: sku.skuid,
    countrycode: sku.countryCode,
    imageUrl: flagOf(sku.countryCode),
    displayEn: sku.english,
    supportCountry: sku.supportCountry,
    countryImageUrlDtoList: imagesOf(sku),
  }
}

function imagesOf(sku: Sku): Record<string, unknown>[] {
  const shown = new Map(sku.members.map((member) => [member.country.code, member]))

  return [...shown.values()].map(memberImage)
}

function memberImage({ country, name }: Member): Record<string, unknown> {
  return { imageUrl: flagOf(country.code), countryCode: Number(country.code), name: country.chinese, nameEn: name }
}

/** A plan as the lists show it. What this service knows nothing of is 0 or empty, and never null or missing. */
function planEntry({ cancelRule: _, ...plan }: Plan, sku: Sku): Record<string, unknown> {
  return {
    ...plan,
    apiCode: plan.apiCode ?? '',
    openCardFee: plan.openCardFee ?? 0,
    minDay: plan.minDay ?? 0,
    maxDay: plan.maxDay ?? 0,
    singleDiscountDay: 0,
    singleDiscount: 0,
    maxDiscount: 0,
    overlay: 0,
    hadDaypassDetail: plan.supportDaypass === 2 ? 1 : 0,
    countryImageUrlDtoList: imagesOf(sku),
  }
}

function groupedEntry(sku: Sku): Record<string, unknown> {
  return {
    skuid: sku.skuid,
    countryCode: Number(sku.countryCode),
    imageUrl: flagOf(sku.countryCode),
    display: sku.english,
    note: '',
    search: `${sku.english},${sku.chinese}`,
    continentCode: CONTINENTS.indexOf(sku.continent),
  }
}

function flagOf(countryCode: string): string {
  return `https://img.sandbox.example/flags/${countryCode}.png`
}

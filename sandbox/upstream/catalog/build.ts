import { COUNTRIES, requireCountry } from '#sandbox/upstream/catalog/countries.ts'
import {
  ACTIVATION,
  APNS,
  CANCELLATION,
  type Country,
  DAY_SHAPES,
  FIXED_SHAPES,
  type Member,
  type Partner,
  type Plan,
  type Sku,
  spread,
  type Tier,
} from '#sandbox/upstream/catalog/model.ts'

const EUROPE_30 =
  '40 56 100 191 196 203 208 233 246 250 276 300 348 352 372 380 428 438 440 442 470 528 578 616 620 642 703 705 724 752'
const ASIA_CORE = '344=China.HongKong 446=China.Macao 158=China.Taiwan 392 410=Korea 702 458 764 704 360 608 116'
const GLOBAL = `${EUROPE_30} ${ASIA_CORE} 156 410=South_Korea 756 826=UK 792=Turkey 891 499 8 807 70 498 804 840=USA 124 484 76 32 152 604 170 188 591 320 222 36 554 784=UAE 682 634 414 48 512 376 818 504 788 710 404 834 800 480 356 144 586 50 398 860 268 51 418 496 292 831 833 832 20 492 674 234=Faeroe`

/**
 * One row per multi-country product: code | English | Chinese | wholesale USD per GB | members.
 * A member is a country code, or `code=Name` where the list spells the name its own way (`_` stands for a space).
 */
const REGIONS = [
  `99911|Global|全球|2.4|${GLOBAL}`,
  `99915|Europe 33+|欧洲33国|0.75|${EUROPE_30} 756 826=UK 792=Türkiye 70 234=Faroe`,
  `99901|Asia 12|亚洲12地|0.8|${ASIA_CORE}`,
  '99902|Southeast Asia|东南亚|0.7|702 458 764 704 360 608 116 418=Lao 104 96=Brunei_Darussalam',
  '99903|Balkans|巴尔干|0.9|8 70 191 499 807=Macedonia 891 705 100 300 642',
  '99904|North America|北美|0.85|840=USA 124 484',
  '99905|Latin America|拉丁美洲|1.5|32 68 76 152 170 188 214 218 222 320 340 484 558 591 600 604 858',
  '99906|Caribbean|加勒比|2.2|28=Antigua_&_Barbuda 533 44 52 136 531=Curacao 214 308 312 388 474 630 662=St._Lucia 780=Trinidad_&_Tobago 796',
  "99907|Africa|非洲|1.9|818 504 788 710 404 834 800 894 646 288 566 686 384=Côte_d'Ivoire 480 638=Reunion 450 180=Congo_DR",
  '99908|Middle East|中东|1.25|784=UAE 682=KSA 634 48 414 512 400 376 792=Turkey 818',
  '99909|Australia & New Zealand|澳新|0.85|36 554',
  '99912|Greater China|大中华|0.75|156=China_mainland 344=China.HongKong 446=Macau 158=China.Taiwan',
  '99913|Nordics and Faeroe|北欧|0.7|208 246 352 578 752 234=Faeroe 248=Aland_Islands',
  '99914|Europe, the Mediterranean, the Balkans, Türkiye, Switzerland and the UK: one card in total|欧洲与地中海通用|0.95|' +
    `${EUROPE_30} 756 826=UK 792 891 499 8 807 70 504 788 818 376`,
]

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

/** Changes to plans, by product name and `apiCode`: the awkward entries a real catalogue has. */
const ODD_PLANS: Record<string, Partial<Plan>> = {
  'Greece 300-0-7-1-G': { apiCode: null },
  'Maldives 462-0-7-1-G': { openCardFee: 1.5 },
  'China 156-0-?-2-G-D': { supportDaypass: 2, minDay: null, maxDay: null },
  'China 156-0-?-3-G-D': { supportDaypass: 2, minDay: 3, maxDay: 15 },
  'Philippines 608-0-?-1-G-D': { minDay: 30, maxDay: 3 },
  'Morocco 504-0-?-500-M-D': { minDay: null, maxDay: null },
  'Brazil 76-0-?-1-G-D': { maxDay: null },
  'Canada 124-0-15-5-G': { mustDate: 1 },
  'Egypt 818-0-?-1-G-D': { mustDate: 1 },
  'Egypt 818-0-?-500-M-D': { mustDate: 1 },
  'Türkiye 792-0-7-3-G': { mustDate: 1 },
}

const NEEDS_START_DATE = 'Saudi Arabia'

const WITHOUT_PLANS = 'Vatican City'

function withOddities(sku: Sku): Sku {
  if (sku.english === WITHOUT_PLANS) return { ...sku, plans: [] }

  const plans = sku.plans.map((plan) => ({
    ...plan,
    ...(sku.english === NEEDS_START_DATE && { mustDate: 1 }),
    ...ODD_PLANS[`${sku.english} ${plan.apiCode}`],
  }))

  return { ...sku, plans }
}

type PlanSeed = { skuid: number; countryCode: string; shape: Tier | 'region'; perGb: number; variant: '0' | '1' }

type Size = { flows: number; unit: 'GB' | 'MB'; gb: number; email: string }

/** The plans of one product: fixed ones first, then day plans, whose price is per day and whose `days` is 1. */
function plansOf(seed: PlanSeed): Plan[] {
  const fixed = FIXED_SHAPES[seed.shape].split(' ').map((shape) => fixedPlan(seed, shape))
  const daily = DAY_SHAPES[seed.shape].split(' ').map((shape) => dayPlan(seed, shape))

  return [...fixed, ...daily].map((plan, index) => ({ ...plan, ...numbersOf(seed.skuid * 100 + index) }))
}

function numbersOf(place: number): Pick<Plan, 'pid' | 'priceid'> {
  return { pid: 500_000 + place, priceid: 100_000 + place }
}

function fixedPlan(seed: PlanSeed, shape: string): Omit<Plan, 'pid' | 'priceid'> {
  const [dayText = '1', amount = '1G'] = shape.split(':')
  const days = Number(dayText)
  const size = toSize(amount)
  const draw = spread(`${seed.countryCode}/${shape}`)

  return {
    ...planTexts(seed, `Data plan: ${size.flows}${size.unit} in total, valid ${days} day${days === 1 ? '' : 's'}.`),
    flows: size.flows,
    unit: size.unit,
    days,
    price: toCents(1.3 + seed.perGb * size.gb ** 0.82 * (0.85 + days / 100) + (draw % 9) / 100),
    flowType: days === 1 || draw % 5 === 0 ? 1 : 0,
    supportDaypass: 0,
    minDay: draw % 3 === 0 ? null : 1,
    maxDay: draw % 3 === 0 ? null : 1,
    mustDate: 0,
    apiCode: `${seed.countryCode}-${seed.variant}-${days}-${size.flows}-${size.email}`,
    showName: draw % 7 === 0 ? '' : `${size.flows}${size.unit}/${days}Days`,
    openCardFee: null,
  }
}

function dayPlan(seed: PlanSeed, amount: string): Omit<Plan, 'pid' | 'priceid'> {
  const size = toSize(amount)
  const draw = spread(`${seed.countryCode}/day/${amount}`)
  const perDay = 0.45 + seed.perGb * size.gb ** 0.7 * 0.55

  return {
    ...planTexts(
      seed,
      `Daily plan: ${size.flows}${size.unit} at high speed per day, then 384 kbps until 00:00 (GMT+8).`,
    ),
    flows: size.flows,
    unit: size.unit,
    days: 1,
    price: seed.shape === 'B' ? Math.round(perDay * 1000) / 1000 : toCents(perDay),
    flowType: draw % 4 === 0 ? 1 : 0,
    supportDaypass: 1,
    minDay: amount === '500M' ? 3 : 1,
    maxDay: 30,
    mustDate: 0,
    apiCode: `${seed.countryCode}-${seed.variant}-?-${size.flows}-${size.email}-D`,
    showName: size.gb === 5 ? 'Unlimited 5GB/Day' : `${size.flows}${size.unit}/Day DayPass`,
    openCardFee: null,
  }
}

function planTexts(seed: PlanSeed, type: string): Pick<Plan, 'premark' | 'cancelRule' | 'expireDays'> {
  const draw = spread(`texts/${seed.countryCode}`)
  const apn = pick(APNS, draw)
  const cancellation = pick(CANCELLATION, Math.floor(draw / 8))
  const activation = pick(ACTIVATION, Math.floor(draw / 64))
  const lines = [type, `APN: ${apn}`, activation.text, cancellation.text]
  const premark = draw % 2 === 0 ? lines.join('<br>') : lines.map((line) => `<p>${line}</p>`).join('')

  return { premark, cancelRule: cancellation.rule, expireDays: activation.expireDays }
}

function pick<T>(list: readonly [T, ...T[]] | readonly T[], draw: number): T {
  const found = list[draw % list.length]
  if (found === undefined) throw new Error('An empty list has nothing to pick')

  return found
}

function toSize(amount: string): Size {
  const flows = Number.parseInt(amount, 10)
  const inMb = amount.endsWith('M')

  return { flows, unit: inMb ? 'MB' : 'GB', gb: inMb ? flows / 1024 : flows, email: inMb ? 'M' : 'G' }
}

function toCents(amount: number): number {
  return Math.round(amount * 100) / 100
}

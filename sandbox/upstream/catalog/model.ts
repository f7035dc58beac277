export type Network = { type: string; operator: string; nameen: string; namecn: string }

export type Country = {
  code: string
  english: string
  chinese: string
  continent: string
  tier: Tier
  perGb: number
  networks: Network[]
}

/** A place inside a product, spelled as that product's list spells it. */
export type Member = { country: Country; name: string }

export type Plan = {
  /** Stays when `priceid` changes. */
  pid: number
  priceid: number
  flows: number
  unit: 'GB' | 'MB'
  days: number
  price: number
  flowType: number
  supportDaypass: number
  minDay: number | null
  maxDay: number | null
  mustDate: number
  expireDays: number
  apiCode: string | null
  premark: string
  showName: string
  openCardFee: number | null
  cancelRule: CancelRule
}

export type Sku = {
  skuid: number
  countryCode: string
  english: string
  chinese: string
  continent: string
  /** null for an eSIM product; a physical one belongs to a distribution partner. */
  dpId: number | null
  supportCountry: string[] | null
  members: Member[]
  networks: Network[] | null
  plans: Plan[]
}

export type Partner = { id: number; realName: string; iconUrl: string }

/** A whole number from a text, the same on every start. */
export function spread(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0

  return hash
}

/** How many plans of which size a destination of each tier carries: `days:amountUnit`, or `D:amountUnit` for a day plan. */
export const FIXED_SHAPES = {
  A: '1:500M 1:1G 3:1G 7:1G 7:3G 15:2G 15:5G 30:3G 30:5G 30:10G 30:20G 30:50G',
  B: '7:1G 15:3G 30:5G 30:10G 30:20G',
  C: '7:1G 15:2G 30:3G 30:5G',
  region: '7:1G 15:3G 30:5G 30:10G 30:20G',
} as const

export const DAY_SHAPES = {
  A: '500M 1G 2G 3G 5G',
  B: '500M 1G 2G',
  C: '1G',
  region: '500M 1G 2G',
} as const

export type Tier = 'A' | 'B' | 'C'

export const APNS = [
  '3gnet',
  'mobile.three.com.hk',
  'plus.acs.jp',
  'internet',
  'e-ideas',
  'drei.at',
  'cmhk',
  'orange.world',
]

/** What a plan text says about going back, with the rule the server itself applies when an eSIM is unsubscribed. */
export const CANCELLATION = [
  { rule: 'until-install', text: 'Cancellation policy: free of charge before the eSIM is installed.' },
  {
    rule: 'until-use',
    text: 'Cancellation: possible as long as no data has been used.<br/>After first use no refund.',
  },
  { rule: 'never', text: 'Cancellation policy: non-refundable once the order is placed.' },
  {
    rule: 'until-install',
    text: 'Refund: within 30 days of purchase if the profile was <b>not</b> downloaded to a device.',
  },
] as const

export type CancelRule = (typeof CANCELLATION)[number]['rule']

export const ACTIVATION = [
  { expireDays: 0, text: 'Activation: validity starts when the eSIM connects to a supported network.' },
  { expireDays: 0, text: 'Activation policy: validity starts at installation.' },
  { expireDays: 30, text: 'Activation: on first connection; unused eSIMs end 30 days after activation.' },
] as const

import type { CancelRule, Tier } from '#sandbox/upstream/catalog/plan-shapes.ts'

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

import type { ShopPlan } from '#lib/settings/rules/shop.ts'

/** Somewhere an eSIM can go. No plans: the network names the place and does not list what it costs there. */
export type PhysicalSimPlace = { name: string; iso2: string | null; countryCount: number | null; plans: ShopPlan[] }

/**
 * What whoever typed a card number is told. `unknown`: the network does not know it. `takes_nothing`: nothing that the
 * shop sells can be put on it. `esimId` stands for the number from there on, so that it is typed once.
 */
export type PhysicalSimAnswer = {
  answer: 'unknown' | 'takes_nothing' | 'takes'
  esimId: string | null
  last4: string | null
  brandName: string | null
  places: PhysicalSimPlace[]
}

import type { Money } from '#lib/core/rules/money.ts'
import type { PaymentStatus } from '#lib/orders/rules/order-money.ts'
import type { ShopPicture } from '#lib/settings/rules/brand.ts'

/** The shelves of the catalogue. `more` holds what no country table knows, so that nothing vanishes. */
export const SHELVES = [
  'asia',
  'europe',
  'africa',
  'latin_america',
  'north_america',
  'oceania',
  'multi_country',
  'more',
] as const
export type Shelf = (typeof SHELVES)[number]

export type Generation = '2G' | '3G' | '4G' | '5G'
/** A network as the provider names it. `generation` is null when its technology is not one we know. */
export type Network = { operator: string; generation: Generation | null }

export type Amount = { value: number; unit: 'MB' | 'GB' }

/** A country a plan covers: `iso2` is null when nobody has said which country the provider's spelling means. */
export type CoveredCountry = { iso2: string | null; name: string }

/** One row of the arrivals board. `from` is null when nothing is on sale; counts are null when not stated. */
export type DestinationTile = {
  slug: string
  name: string
  iso2: string | null
  shelf: Shelf
  from: Money | null
  generation: Generation | null
  networkCount: number | null
  countryCount: number | null
  /** The first countries of a multi-country destination, for its row of flags. */
  flags: string[]
}

export type ShopIndex = {
  destinations: DestinationTile[]
  /** When the oldest price shown was read from the provider. */
  pricesReadAt: Date | null
}

export type ShopPlanKind = { kind: 'fixed'; days: number } | { kind: 'day_pass'; minDays: number; maxDays: number }

/**
 * What the exact wording of a plan says about cancelling. A wording that nobody has judged is `unknown`. `code_mailed`,
 * before the sale alone: whatever else it says, the code counts as shown as soon as there is one.
 */
export const CANCEL_RULES = ['allowed_until_install', 'allowed_until_use', 'never', 'unknown', 'code_mailed'] as const
export type CancelRule = (typeof CANCEL_RULES)[number]

/** A plan on sale. `price` is for the whole plan, or for one day of a day pass. */
export type ShopPlan = {
  id: string
  amount: Amount
  term: ShopPlanKind
  price: Money
  canTopUp: boolean
  needsStartDate: boolean
  /** From the provider's `expireDays`: true when the clock starts on activation, null when it does not say. */
  startsAtOnce: boolean | null
  /** Null when the provider lists none: "not stated", never "none". */
  networks: Network[] | null
  /** The plan's own words (`premark`), cleaned to plain lines. */
  words: string[]
  cancelRule: CancelRule
}

/** A multi-country destination that covers the one being looked at. */
export type RegionalOffer = DestinationTile & { best: { amount: Amount; term: ShopPlanKind; canTopUp: boolean } | null }

export type Destination = DestinationTile & {
  skuId: number
  /** Its addresses by language. */
  addresses: Record<string, string>
  /** What the store itself says of it in this language. */
  ownText: string | null
  /** What the store itself tells search engines of its page, in this language, with placeholders. */
  ownPage: { title: string | null; description: string | null }
  /** A picture that the store itself shows of it. */
  picture: ShopPicture | null
  /** Null when the provider does not state which countries are covered. */
  coverage: CoveredCountry[] | null
  networks: Network[] | null
  plans: ShopPlan[]
  alsoCoveredBy: RegionalOffer[]
  /** IANA zone of the destination's main city, for the clocks; null for regions. */
  timeZone: string | null
  pricesReadAt: Date | null
}

/** What a browser is told of one destination when it asks for its plans alone. */
export type PlaceOnSale = Pick<
  Destination,
  'slug' | 'name' | 'iso2' | 'countryCount' | 'coverage' | 'timeZone' | 'plans'
>

/** What a trip is put together from: where one can go, and what is sold beside the countries. */
export type TripIndex = {
  /** `slug` is '' for a country that is sold as part of a group only. */
  countries: { iso2: string; name: string; slug: string }[]
  /** Groups, and second products of a country. `countries` is null when the provider does not state them. */
  groups: { slug: string; name: string; countries: string[] | null }[]
}

/**
 * A tuple per destination, small enough to search in the browser. `|` parts the other names, among them cities with the
 * codes of their airports ("Tokyo TYO NRT HND"), and the parts of the world it lies in.
 */
export type SearchEntry = [slug: string, name: string, iso2: string, shelf: Shelf, otherNames: string, areas: string]

/** What a buyer is offered for 15 minutes. Dates are instants; amounts carry their currency. */
export type QuoteView = {
  id: string
  planId: string
  destination: { slug: string; name: string; iso2: string | null }
  amount: Amount
  term: ShopPlanKind
  count: number
  days: number
  startDate: string | null
  unit: Money
  total: Money
  /** The tax inside the total, 0 where none is stated. */
  tax: Money
  /** The price of one piece the buyer had seen when it differs from `unit`. */
  changedFrom: Money | null
  canTopUp: boolean
  words: string[]
  cancelRule: CancelRule
  expiresAt: Date
  /** Milliseconds until then by the clock of the server, which a device need not have; 0 once it has ended. */
  msLeft: number
  /** The network is silent at the moment: what is bought now may come later. */
  mayBeDelayed?: boolean
  /** The eSIM that it is for; `null` for a plan that comes with an eSIM of its own. */
  topUp: TopUpTarget | null
}

/** The eSIM that a plan is put on, and the order it came with: `null` for an eSIM that its buyer held already. */
export type TopUpTarget = { esimId: string; orderId: string | null; iccidLast4: string }

/** When the network was last asked about something unclear, and when it is asked next: `null` while that is not known. */
export type LookTimes = { lastAt: Date; nextAt: Date | null }

/** What a customer reads about a line: product words, not database states. */
export type ItemStatus =
  | 'waiting_for_payment'
  | 'ordering'
  | 'confirming'
  | 'almost_ready'
  | 'ready'
  | 'with_team'
  | 'cancelling'
  | 'cancelled'
  | 'refund_started'
  | 'refunded'
  | 'expired'

/**
 * Whether an eSIM can go back, and how far its return is. `answer` is an answer only while `state` is `none`.
 *
 * `usedMb` and `readAt` are the network's last word, null when it said none; `refusal` is its own text.
 */
export type EsimCancellation = {
  state: 'none' | 'asked' | 'confirming' | 'returned' | 'refused'
  answer: 'yes' | 'no' | 'ask'
  until: Date | null
  reasons: string[]
  usedMb: number | null
  readAt: Date | null
  refusal: string | null
}

export type EsimView = {
  id: string
  position: number
  iccidLast4: string
  travellerName: string | null
  activateBefore: string | null
  isUnrevealed: boolean
  revealedAt: Date | null
  /** Since when its code is not kept any more; `null` while it is. */
  codeRemovedAt: Date | null
  price: Money
  refunded: Money
  /** What its return gives back: what is planned or paid for it, and before that what is left of its price. */
  refundable: Money
  return: EsimCancellation
}

export type ItemView = {
  id: string
  status: ItemStatus
  /** Why it went back or waits, as a stable code; words come from the messages. */
  reason: string | null
  destination: { slug: string; name: string; iso2: string | null }
  amount: Amount
  term: ShopPlanKind
  days: number
  startDate: string | null
  count: number
  /** What is paid for it, and what codes took off before. */
  price: Money
  discount: Money
  /** False when it came to nothing before anything was taken for it. */
  isCharged: boolean
  /** What has gone back for it, its single eSIMs included. */
  refunded: Money
  networks: Network[] | null
  words: string[]
  canTopUp: boolean
  startsAtOnce: boolean | null
  timeZone: string | null
  /** When the offer "cancel and refund" becomes available while confirming. */
  refundOfferedAt: Date | null
  /** When the network is asked about it while confirming; `null` before the first look. */
  looks: LookTimes | null
  /** The eSIM that the plan was put on; `null` for a plan that came with one of its own. */
  topUp: TopUpTarget | null
  esims: EsimView[]
}

/** What happened, and to which line where it was one of them. */
export type OrderEventView = { at: Date; itemId: string | null; kind: string; data: Record<string, string | number> }

/**
 * What a buyer needs to pay by bank transfer. `account` may have several items. `arrived`: what is here already, where
 * `amount` is the rest of it; `null` before anything has come.
 */
export type TransferTerms = {
  holder: string
  account: string
  reference: string
  amount: Money
  arrived: Money | null
  until: Date | null
}

export type OrderPage = {
  id: string
  number: string
  createdAt: Date
  emailMasked: string
  locale: string
  total: Money
  /** Codes that the order was made with, and what each took off. */
  vouchers: { code: string; amount: Money }[]
  /** The tax inside the total, 0 where none is stated. */
  tax: Money
  captured: Money
  refunded: Money
  money: PaymentStatus
  isTest: boolean
  payUrl: string | null
  /** Set while the order waits for a bank transfer. */
  transfer: TransferTerms | null
  paidAt: Date | null
  canCorrectEmail: boolean
  items: ItemView[]
  history: OrderEventView[]
}

/** The small answer a waiting page asks for again and again. `version` changes whenever anything shown does. */
export type OrderProgress = { id: string; version: string; statuses: ItemStatus[]; isSettled: boolean }

/** Opened eSIMs by mail. `isProven`: somebody is known to read the address; to any other one no code is sent. */
export type CopyTerms = { isProven: boolean }

/** An opened activation code, with the values a phone asks for by hand. */
export type OpenedEsim = {
  id: string
  iccid: string
  activationCode: string
  smdpAddress: string
  matchingId: string
  asksConfirmationCode: boolean
  /** What the code names where it may only say that one is asked for: probably the confirmation code. */
  confirmationHint: string | null
  /** Null where the code is outside the alphabet that install links may carry. */
  links: { apple: string; android: string } | null
}

import { z } from 'zod'

declare const brand: unique symbol
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name }

/** The provider's number of a product for one country or region. */
export type SkuId = Branded<number, 'SkuId'>

/** The provider's number for a plan at its present price; it may change over time while the plan code stays. */
export type PriceId = Branded<number, 'PriceId'>

/** The provider's number of a distribution partner. */
export type PartnerId = Branded<number, 'PartnerId'>

/** An eSIM serial: 10 to 22 digits, kept as text because leading zeros count and 20 digits exceed a number. */
export type Iccid = Branded<string, 'Iccid'>

/** Accepts a whole number from 1. */
export const skuIdSchema = z.custom<SkuId>(isPositive, 'This is no SKU id.')

/** Accepts a whole number from 1. */
export const priceIdSchema = z.custom<PriceId>(isPositive, 'This is no price id.')

/** Accepts a whole number from 1. */
export const partnerIdSchema = z.custom<PartnerId>(isPositive, 'This is no partner id.')

/** Accepts 10 to 22 digits. */
export const iccidSchema = z.custom<Iccid>(
  (value) => typeof value === 'string' && parseIccid(value) === value,
  'This is no ICCID.',
)

/** Returns the SKU id, `null` when the value is no whole number from 1. */
export function toSkuId(value: number | null | undefined): SkuId | null {
  return isPositive(value) ? (value as SkuId) : null
}

/** Returns the price id, `null` when the value is no whole number from 1. */
export function toPriceId(value: number | null | undefined): PriceId | null {
  return isPositive(value) ? (value as PriceId) : null
}

/** Returns the partner id, `null` when the value is no whole number from 1. */
export function toPartnerId(value: number | null | undefined): PartnerId | null {
  return isPositive(value) ? (value as PartnerId) : null
}

/** Returns the ICCID in a text with blanks around it, `null` when it is not 10 to 22 digits. */
export function parseIccid(text: string | null | undefined): Iccid | null {
  const trimmed = text?.trim() ?? ''

  return /^[0-9]{10,22}$/.test(trimmed) ? (trimmed as Iccid) : null
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

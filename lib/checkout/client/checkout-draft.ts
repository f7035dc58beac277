import type { CompanyData } from '#lib/core/rules/company.ts'
import type { PaymentMethod } from '#lib/core/rules/payment-method.ts'
import type { GiftInput } from '#lib/orders/rules/gift.ts'

/** What a buyer has typed and ticked at checkout. Nothing else of an order is kept in a browser. */
export type CheckoutDraft = {
  email: string
  /** Names for the eSIMs of each item. */
  travellers: string[][]
  agreed: { hasRead: boolean; deviceChecked: boolean }
  /** Whom an invoice is to be made out to, `null` where none is wanted. */
  invoice: CompanyData | null
  /** Whether one mail is wanted when no payment comes. */
  remind: boolean
  /** To whom the eSIMs go as a gift, `null` where they are the buyer's own. */
  gift: GiftInput | null
  /** How it is to be paid, `null` until that is chosen. */
  method: PaymentMethod | null
}

const PREFIX = 'checkout:'

/** Returns what this tab kept for a checkout, `null` when that is nothing, or not readable. */
export function readDraft(checkoutId: string): CheckoutDraft | null {
  try {
    return toDraft(JSON.parse(sessionStorage.getItem(PREFIX + checkoutId) ?? 'null'))
  } catch {
    return null
  }
}

/** Keeps what was typed for a checkout until the tab is closed. */
export function keepDraft(checkoutId: string, draft: CheckoutDraft): void {
  try {
    sessionStorage.setItem(PREFIX + checkoutId, JSON.stringify(draft))
  } catch {
    // Storage is full or forbidden: it has to be typed again after a reload.
  }
}

/** Forgets what was typed for a checkout. Tells whether there was anything. */
export function forgetDraft(checkoutId: string): boolean {
  try {
    const hadDraft = sessionStorage.getItem(PREFIX + checkoutId) !== null
    sessionStorage.removeItem(PREFIX + checkoutId)

    return hadDraft
  } catch {
    // Forbidden storage holds nothing.
    return false
  }
}

function toDraft(kept: unknown): CheckoutDraft | null {
  if (!isRecord(kept) || !isRecord(kept.agreed)) return null
  const { email, travellers, agreed, invoice } = kept
  if (typeof email !== 'string' || !Array.isArray(travellers)) return null

  return {
    email,
    travellers: travellers.map(toNames),
    agreed: { hasRead: agreed.hasRead === true, deviceChecked: agreed.deviceChecked === true },
    invoice: isRecord(invoice) ? toCompany(invoice) : null,
    remind: kept.remind === true,
    gift: isRecord(kept.gift) ? toGift(kept.gift) : null,
    // One that is not offered any more is not chosen.
    method: typeof kept.method === 'string' ? (kept.method as PaymentMethod) : null,
  }
}

function toCompany({ company, taxNumber, postalAddress }: Record<string, unknown>): CompanyData {
  return { company: toText(company), taxNumber: toText(taxNumber), postalAddress: toText(postalAddress) }
}

function toGift({ email, from, message, sendOn }: Record<string, unknown>): GiftInput {
  return { email: toText(email), from: toText(from), message: toText(message), sendOn: toText(sendOn) }
}

function toText(kept: unknown): string {
  return typeof kept === 'string' ? kept : ''
}

function toNames(names: unknown): string[] {
  return Array.isArray(names) ? names.map(toText) : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** What a buyer has typed and ticked at the till. Nothing else of an order is kept in a browser. */
export type CheckoutDraft = {
  email: string
  travellers: string[]
  agreed: { hasRead: boolean; deviceChecked: boolean }
}

const PREFIX = 'checkout:'

/** Returns what this tab kept for an offer, `null` when that is nothing, or not readable. */
export function readDraft(quoteId: string): CheckoutDraft | null {
  try {
    return toDraft(JSON.parse(sessionStorage.getItem(PREFIX + quoteId) ?? 'null'))
  } catch {
    return null
  }
}

/** Keeps what was typed for an offer until the tab is closed. */
export function keepDraft(quoteId: string, draft: CheckoutDraft): void {
  try {
    sessionStorage.setItem(PREFIX + quoteId, JSON.stringify(draft))
  } catch {
    // Storage is full or forbidden: it has to be typed again after a reload.
  }
}

/** Forgets what was typed for an offer. */
export function forgetDraft(quoteId: string): void {
  try {
    sessionStorage.removeItem(PREFIX + quoteId)
  } catch {
    // Forbidden storage holds nothing.
  }
}

function toDraft(kept: unknown): CheckoutDraft | null {
  if (!isRecord(kept) || !isRecord(kept.agreed)) return null
  const { email, travellers, agreed } = kept
  if (typeof email !== 'string' || !Array.isArray(travellers)) return null

  return {
    email,
    travellers: travellers.map((name) => (typeof name === 'string' ? name : '')),
    agreed: { hasRead: agreed.hasRead === true, deviceChecked: agreed.deviceChecked === true },
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

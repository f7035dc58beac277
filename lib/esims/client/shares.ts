import { ask } from '#lib/core/client/ask.ts'

/** A share that was just made. Link and PIN are shown once. */
export type MadeShare = { id: string; url: string; pin: string }

/** Says who an eSIM is for. */
export function nameTraveller(cardId: string, name: string): Promise<void> {
  return ask(`/api/esims/${cardId}`, { method: 'PATCH', body: { name: name || null } })
}

/** Gives an eSIM to one person. */
export function shareEsim(cardId: string, name: string): Promise<MadeShare> {
  return ask(`/api/esims/${cardId}/shares`, { method: 'POST', body: { name: name || null } })
}

/** Gives it to somebody else: the link from before is dead. */
export function swapShare(shareId: string, name: string): Promise<MadeShare> {
  return ask(`/api/shares/${shareId}`, { method: 'PATCH', body: { name: name || null } })
}

/** Takes it back. */
export function takeShareBack(shareId: string): Promise<void> {
  return ask(`/api/shares/${shareId}`, { method: 'DELETE', body: {} })
}

/** Opens a link with its PIN, in this browser. */
export function openShare(token: string, pin: string): Promise<void> {
  return ask('/api/shares/open', { method: 'POST', body: { token, pin } })
}

const ARABIC_ZERO = 0x0660
const PERSIAN_ZERO = 0x06f0

/** Returns what was typed as a PIN: its digits, in whatever script they were written. */
export function readPin(typed: string): string {
  return typed
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String((digit.codePointAt(0) ?? 0) - ARABIC_ZERO))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) - PERSIAN_ZERO))
    .replaceAll(/\D/g, '')
}

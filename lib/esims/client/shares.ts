import { call } from '#lib/core/client/request.ts'
import type { changeShareCall, nameEsimCall, shareEsimCall } from '#lib/esims/schema.ts'

/** Says who an eSIM is for. */
export function nameTraveller(esimId: string, name: string) {
  return call<typeof nameEsimCall>('PATCH /api/esims/[id]', { params: { id: esimId }, body: { name: name || null } })
}

/** Gives an eSIM to one person. */
export function shareEsim(esimId: string, name: string) {
  return call<typeof shareEsimCall>('POST /api/esims/[id]/shares', {
    params: { id: esimId },
    body: { name: name || null },
  })
}

/** Gives it to somebody else: the link from before is dead. */
export function swapShare(shareId: string, name: string) {
  return call<typeof changeShareCall>('PATCH /api/shares/[id]', {
    params: { id: shareId },
    body: { name: name || null },
  })
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

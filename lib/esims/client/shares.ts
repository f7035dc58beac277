import { call } from '#lib/core/client/request.ts'
import { plainCode } from '#lib/core/rules/typed-text.ts'
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

/** Returns what was typed as a PIN: its digits, in whatever script they were written. */
export function readPin(typed: string): string {
  return plainCode(typed).replaceAll(/\D/g, '')
}

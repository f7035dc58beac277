import 'server-only'
import { type KeyRing, keyIdOf, open, parseKeyRing, type SealedPlace, seal } from '#lib/core/crypto/seal.ts'
import { requireSetting } from '#lib/core/env.ts'

let known: { text: string; ring: KeyRing } | null = null

function keyRing(): KeyRing {
  const text = requireSetting('DATA_KEYS')
  if (known?.text !== text) known = { text, ring: parseKeyRing(text) }

  return known.ring
}

/** Encrypts a value for the row and field it will be stored in. */
export function sealValue(text: string, place: SealedPlace): Buffer<ArrayBuffer> {
  return seal(keyRing(), text, place)
}

/** Opens a stored value. Throws when it does not belong to this row, or its key is missing. */
export function openValue(bytes: Uint8Array, place: SealedPlace): string {
  return open(keyRing(), bytes, place)
}

/** Tells whether a stored value was sealed with the key that seals now. */
export function isSealedAnew(bytes: Uint8Array): boolean {
  return keyIdOf(bytes) === keyRing().activeId
}

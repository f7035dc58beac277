import 'server-only'
import { type EncryptionContext, encrypt, type KeyRing, keyIdOf, open, parseKeyRing } from '#lib/core/crypto/encrypt.ts'
import { requireSetting } from '#lib/core/env.ts'

let known: { text: string; ring: KeyRing } | null = null

function keyRing(): KeyRing {
  const text = requireSetting('DATA_KEYS')
  if (known?.text !== text) known = { text, ring: parseKeyRing(text) }

  return known.ring
}

/** Encrypts a value for the row and field it will be stored in. */
export function encryptValue(text: string, place: EncryptionContext): Buffer<ArrayBuffer> {
  return encrypt(keyRing(), text, place)
}

/** Opens a stored value. Throws when it does not belong to this row, or its key is missing. */
export function openValue(bytes: Uint8Array, place: EncryptionContext): string {
  return open(keyRing(), bytes, place)
}

/** Tells whether a stored value was sealed with the key that seals now. */
export function isReencrypted(bytes: Uint8Array): boolean {
  return keyIdOf(bytes) === keyRing().activeId
}

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Where a sealed value lives. Part of the seal: a value that was moved to another row does not open. */
export type EncryptionContext = { table: string; id: string; field: string }

/** Keys by id. The active one seals; all of them open. */
export type KeyRing = { activeId: string; keys: Map<string, Buffer> }

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Reads `id:base64` pairs separated by commas; the first one is active.
 *
 * Throws when a key is not 32 bytes long or an id is used twice.
 */
export function parseKeyRing(text: string): KeyRing {
  const keys = new Map<string, Buffer>()
  for (const pair of text.split(',').map((part) => part.trim())) {
    const [id = '', encoded = ''] = pair.split(':')
    const key = Buffer.from(encoded, 'base64')
    if (!/^[a-z0-9-]{1,16}$/.test(id) || key.length !== 32 || keys.has(id)) {
      throw new Error(
        'DATA_KEYS must be id:base64 pairs of 32-byte keys, each id once (a to z, 0 to 9 and -, at most 16).',
      )
    }
    keys.set(id, key)
  }
  const [activeId = ''] = keys.keys()

  return { activeId, keys }
}

/** Encrypts text with AES-256-GCM: version, key id, nonce, text, tag. */
export function encrypt(ring: KeyRing, text: string, place: EncryptionContext): Buffer<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(ring, ring.activeId), nonce)
  cipher.setAAD(associated(place))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const id = Buffer.from(ring.activeId, 'ascii')

  return Buffer.concat([Buffer.from([VERSION, id.length]), id, nonce, encrypted, cipher.getAuthTag()])
}

/** Decrypts what `seal` made. Throws when it was altered, moved to another row, or sealed with an unknown key. */
export function open(ring: KeyRing, bytes: Uint8Array, place: EncryptionContext): string {
  const value = Buffer.from(bytes)
  const idLength = value[1] ?? 0
  if (value[0] !== VERSION || value.length < 2 + idLength + NONCE_BYTES + TAG_BYTES) {
    throw new Error('This is not a sealed value.')
  }
  const afterId = 2 + idLength
  const key = keyOf(ring, value.toString('ascii', 2, afterId))
  const nonce = value.subarray(afterId, afterId + NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAAD(associated(place))
  decipher.setAuthTag(value.subarray(value.length - TAG_BYTES))
  const text = value.subarray(afterId + NONCE_BYTES, value.length - TAG_BYTES)

  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
}

/** Tells which key a stored value was sealed with; `null` when it is no sealed value. */
export function keyIdOf(bytes: Uint8Array): string | null {
  const [version, length = 0] = bytes

  return version === VERSION ? Buffer.from(bytes.subarray(2, 2 + length)).toString('ascii') : null
}

function keyOf(ring: KeyRing, id: string): Buffer {
  const key = ring.keys.get(id)
  if (!key) throw new Error(`The key "${id}" is not in DATA_KEYS.`)

  return key
}

function associated({ table, id, field }: EncryptionContext): Buffer {
  return Buffer.from(`${table}\n${id}\n${field}`, 'utf8')
}

import { createHash, randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

// 32 MiB and about 60 ms of one core: a copied table of hashes is slow to search, even for six digits.
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 }
const SALT_BYTES = 16
const KEY_BYTES = 32

/** Six random digits, to be told to one person. */
export function newPin(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Hashes a PIN slowly, with a salt of its own. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)

  return `${salt.toString('base64url')}.${(await derive(pin, salt)).toString('base64url')}`
}

/** Tells whether a PIN belongs to a stored hash. */
export async function pinMatches(stored: string, pin: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (salt.length !== SALT_BYTES || hash.length !== KEY_BYTES) return false

  return timingSafeEqual(await derive(pin, Buffer.from(salt)), Buffer.from(hash))
}

function derive(pin: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** SHA-256 of a bearer token, hex: what the database keeps in the place of the token itself. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex')
}

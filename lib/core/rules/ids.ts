const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What an id is of: the first letters of every id, so that a line in a log says what it is about. */
export type IdPrefix =
  | 'ord'
  | 'lin'
  | 'att'
  | 'pay'
  | 'rfd'
  | 'rfi'
  | 'crd'
  | 'cih'
  | 'cus'
  | 'per'
  | 'quo'
  | 'pln'
  | 'prl'
  | 'prv'
  | 'run'
  | 'chg'
  | 'stf'
  | 'ses'
  | 'inv'
  | 'lnk'
  | 'gst'
  | 'evt'
  | 'out'
  | 'can'
  | 'brk'
  | 'sup'
  | 'los'
  | 'rat'
  | 'trf'
  | 'pyo'
  | 'rct'
  | 'not'
  | 'blk'
  | 'grp'
  | 'drq'
  | 'snd'
  | 'viw'
  | 'lea'
  | 'acc'
  | 'acs'
  | 'wdr'
  | 'msg'
  | 'tln'
  | 'prm'
  | 'pru'
  | 'inv'
  | 'shr'
  | 'shs'
  | 'alm'
  | 'gui'
  | 'psh'

/** A random id such as `ord_0B8K…`: 130 bits from the system's generator, so that an id cannot be guessed. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomText(26)}`
}

/** The order number a person reads aloud, such as `LF-7Q2K-0M4R`. Random, and no key to anything. */
export function newOrderNumber(storePrefix = 'LF'): string {
  return `${storePrefix}-${randomText(4)}-${randomText(4)}`
}

/** The code that spends a customer's credit, such as `CREDIT-7Q2K0-M4R8T`. */
export function newCreditCode(): string {
  return `CREDIT-${randomText(5)}-${randomText(5)}`
}

/**
 * Our reference for one item at the provider: store prefix, then a ULID, at most 32 characters of `[A-Z0-9]`.
 *
 * It starts with the time, so that references sort by age in both parties' lists.
 */
export function newItemRef(now: Date, storePrefix = 'LF'): string {
  return `${storePrefix}${timeText(now)}${randomText(16)}`
}

/** The reference of the n-th call for an item. */
export function attemptRef(itemRef: string, n: number): string {
  return `${itemRef}-${n}`
}

/** A bearer token of 256 random bits, base64url. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))

  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function timeText(now: Date): string {
  let rest = now.getTime()
  let text = ''
  for (let i = 0; i < 10; i++) {
    text = ALPHABET.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }

  return text
}

// 256 is a multiple of 32, so the low five bits of a random byte are evenly spread.
function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))

  return Array.from(bytes, (byte) => ALPHABET.charAt(byte & 31)).join('')
}

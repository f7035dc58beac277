/** Mail domains that many people use, most used first: the first of equals is what a typo is taken for. */
export const COMMON_DOMAINS = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'live.com',
  'aol.com',
  'gmx.de',
  'web.de',
  't-online.de',
  'gmx.net',
  'gmx.at',
  'gmx.ch',
  'freenet.de',
  'posteo.de',
  'mailbox.org',
  'protonmail.com',
  'proton.me',
  'pm.me',
  'me.com',
  'mac.com',
  'msn.com',
  'mail.com',
  'email.com',
  'ymail.com',
  'rocketmail.com',
  'googlemail.com',
  'fastmail.com',
  'tutanota.com',
  'tuta.io',
  'zoho.com',
  'gmx.com',
  'hotmail.co.uk',
  'yahoo.co.uk',
  'yahoo.co.jp',
  'yahoo.co.in',
  'yahoo.com.br',
  'yahoo.de',
  'yahoo.fr',
  'yahoo.es',
  'yahoo.it',
  'yahoo.ca',
  'hotmail.de',
  'hotmail.fr',
  'hotmail.es',
  'hotmail.it',
  'hotmail.ca',
  'outlook.de',
  'outlook.fr',
  'outlook.es',
  'outlook.it',
  'live.de',
  'live.fr',
  'live.co.uk',
  'live.nl',
  'btinternet.com',
  'orange.fr',
  'wanadoo.fr',
  'free.fr',
  'laposte.net',
  'libero.it',
  'comcast.net',
  'verizon.net',
  'att.net',
  'sbcglobal.net',
  'qq.com',
  '163.com',
  '126.com',
  'naver.com',
  'mail.ru',
  'yandex.ru',
  'yandex.com',
] as const

const known = new Set<string>(COMMON_DOMAINS)

// Ends that no registry knows, next to the ones they were meant to be. `.co`, `.cm` and `.om` are real countries.
const MEANT_ENDS = new Map([
  ['con', 'com'],
  ['cmo', 'com'],
  ['ocm', 'com'],
  ['comm', 'com'],
  ['coom', 'com'],
  ['cpm', 'com'],
  ['vom', 'com'],
  ['xom', 'com'],
  ['c0m', 'com'],
  ['nte', 'net'],
  ['met', 'net'],
  ['nett', 'net'],
  ['ogr', 'org'],
  ['orgg', 'org'],
])

/**
 * Returns the address that was probably meant (`ana@gmial.com` gives `ana@gmail.com`), `null` when nothing looks wrong.
 *
 * It is a question to ask, never a correction: rare domains exist.
 */
export function suggestEmail(email: string): string | null {
  const address = email.trim()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  if (at < 1 || domain.length < 3 || domain.length > 40) return null
  const meant = meantDomain(domain)

  return meant === null ? null : `${address.slice(0, at)}@${meant}`
}

function meantDomain(domain: string): string | null {
  if (known.has(domain)) return null

  return nearestCommonDomain(domain) ?? withMeantEnd(domain)
}

function withMeantEnd(domain: string): string | null {
  const dot = domain.lastIndexOf('.')
  const end = MEANT_ENDS.get(domain.slice(dot + 1))
  if (dot < 1 || end === undefined) return null

  const mended = `${domain.slice(0, dot)}.${end}`

  return nearestCommonDomain(mended) ?? mended
}

function nearestCommonDomain(domain: string): string | null {
  if (known.has(domain)) return domain
  const one = COMMON_DOMAINS.find((common) => isLongEnough(common) && editDistance(domain, common) === 1)
  if (one) return one

  // Two slips are believed only in a long name that begins as meant: `small.com` is no typo of `gmail.com`.
  return (
    COMMON_DOMAINS.find((common) => common.length >= 9 && common[0] === domain[0] && isTwoSlips(domain, common)) ?? null
  )
}

// In a name such as `me.com` every neighbour is somebody's real domain.
function isLongEnough(domain: string): boolean {
  return domain.length >= 7 || domain === 'gmx.de' || domain === 'web.de'
}

function isTwoSlips(domain: string, common: string): boolean {
  return Math.abs(domain.length - common.length) <= 1 && editDistance(domain, common) === 2
}

/** Returns how many letters were left out, added, changed or swapped with their neighbour between two texts. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = row
  }

  return at(last, b.length)
}

function at(row: number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}

import type { StaffRole } from '#lib/core/rules/caller.ts'

/** However busy one of staff is, a sign-in counts for half a day; without a sign of life it ends after half an hour. */
export const STAFF_SESSION_MS = { longest: 12 * 3_600_000, idle: 1_800_000 } as const

/** How the second step of signing in was passed; `none` where none was asked for. */
export type SecondFactor = 'none' | 'totp' | 'passkey' | 'recovery'

/** What proved last who a customer is: the mailed link, the password, a passkey. */
export type AccountProof = 'link' | 'password' | 'passkey'

/** What somebody has for the second step. */
export type Factors = { hasTotp: boolean; passkeys: number; recoveryCodes: number }

/** Tells whether there is anything to pass the second step with; recovery codes alone are none. */
export function hasFactor({ hasTotp, passkeys }: Factors): boolean {
  return hasTotp || passkeys > 0
}

/** A passkey as its owner sees it. */
export type PasskeyRow = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

/** Of whom a second factor is required: of nobody, of those who can move money and rights, of everybody. */
export const FACTOR_RULES = ['nobody', 'owners', 'required'] as const
export type FactorRule = (typeof FACTOR_RULES)[number]

const WEIGHTY: readonly StaffRole[] = ['owner', 'finance']

/** Tells whether a rule asks a second factor of a role. */
export function requiresFactor(rule: FactorRule, role: StaffRole): boolean {
  return rule === 'required' || (rule === 'owners' && WEIGHTY.includes(role))
}

const BROWSERS = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Names a browser roughly, so that its owner knows it again: `Firefox, Linux`. `null` for what nobody knows. */
export function browserName(agent: string): string | null {
  const find = (known: readonly (readonly [string, RegExp])[]) => known.find(([, mark]) => mark.test(agent))?.[0]
  const names = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined)

  return names.length > 0 ? names.join(', ') : null
}

import { type ActivationCode, checkHost, type LpaProblem, parseLpa } from '#lib/esims/rules/lpa.ts'

/** The three fields in which the provider may send a code; its `activationCode` field is `matchingId` here. */
export type CodeSources = {
  activationCode: string | null
  smdpAddress: string | null
  matchingId: string | null
}

/** What staff reads about a code; never a part of the code. */
export type CodeIssue = 'repaired' | 'confirmation_field' | 'sources_disagree' | 'empty_matching_id' | LpaProblem

/**
 * What the fields of one eSIM amount to.
 *
 * `code`: deliverable, `finding` names what was repaired or is doubtful, `sources` counts the fields that agree.
 * `missing`: no field says anything yet. `unusable`: nothing may be delivered before a person has looked, and `said` is
 * what the fields hold, masked.
 */
export type CodeReading =
  | { kind: 'code'; code: ActivationCode; issue: CodeIssue | null; sources: number }
  | { kind: 'missing' }
  | { kind: 'unusable'; issue: CodeIssue; said: string[] }

type Claim = { code: ActivationCode | null; host: string | null; matchingId: string | null; isRepaired: boolean }

/** Reads the activation code out of what the provider sent for an eSIM; two fields that differ deliver nothing. */
export function readCode(sources: CodeSources): CodeReading {
  const [whole, host, token] = [sources.activationCode, sources.smdpAddress, sources.matchingId].map(toText)
  if (!whole && !host && !token) return { kind: 'missing' }
  const unusable = (issue: CodeIssue): CodeReading => ({
    kind: 'unusable',
    issue,
    said: [maskCode(whole ?? ''), maskCode(host ?? '', 'address'), maskCode(token ?? '')].filter(Boolean),
  })
  const claims: Claim[] = []
  for (const claim of [whole && toWhole(whole), host && toHostClaim(host), token && toTokenClaim(token)]) {
    if (!claim) continue
    if (typeof claim === 'string') return unusable(claim)
    claims.push(claim)
  }
  if (!doAgree(claims)) return unusable('sources_disagree')
  const code = claims.find((claim) => claim.code)?.code ?? compose(claims)
  if (code === null) return { kind: 'missing' }
  if (code.matchingId === '') return unusable('empty_matching_id')
  const isRepaired = claims.some((claim) => claim.isRepaired) || !whole
  const issue = code.confirmationHint === null ? (isRepaired ? 'repaired' : null) : 'confirmation_field'

  return { kind: 'code', code, issue, sources: claims.length }
}

const LONGEST_SHOWN = 120
const SHOWN_END = 2

/**
 * Returns a code, or a field of one, so that a person can compare it with another and nobody can install it. An address is
 * known by its place: a matching id may look like one.
 */
export function maskCode(text: string, field: 'address' | 'other' = 'other'): string {
  const parts = text.split('$')
  const first = parts.findIndex((part) => !PREFIX.test(part))
  const isBehindPrefix = first > 0 && parts[first - 1] !== ''
  const addressAt = field === 'address' || isBehindPrefix ? first : -1
  const shown = parts.map((part, at) => {
    const isAddress = at === addressAt && (NUMBERS.test(part) || checkHost(part) === null)
    const isFormat = PREFIX.test(part) || (addressAt >= 0 && at > addressAt + 1 && NUMBERS.test(part))

    return isAddress || isFormat ? part : maskEnds(part)
  })

  return shown.join('$').slice(0, LONGEST_SHOWN)
}

// Version and empty fields; an address of numbers, or what the format calls an object by.
const PREFIX = /^(lpa:?)?1?$/i
const NUMBERS = /^\d+(\.\d+)+$/

function maskEnds(part: string): string {
  const isLong = part.length > 4 * SHOWN_END

  return isLong ? `${part.slice(0, SHOWN_END)}…${part.slice(-SHOWN_END)}` : '…'
}

function toText(value: string | null): string {
  return value?.trim() ?? ''
}

function toWhole(text: string): Claim | LpaProblem {
  const isMisspelt = /^lpa\$1\$/i.test(text)
  const parsed = parseLpa(isMisspelt ? `LPA:${text.slice(4)}` : text)
  if (!parsed.ok) return parsed.problem
  const { smdpAddress, matchingId } = parsed.code

  return { code: parsed.code, host: smdpAddress, matchingId, isRepaired: isMisspelt }
}

function toHostClaim(text: string): Claim | LpaProblem {
  if (text.includes('$')) return toWhole(text)

  return checkHost(text) ?? { code: null, host: text, matchingId: null, isRepaired: false }
}

function toTokenClaim(text: string): Claim | LpaProblem {
  if (text.includes('$')) return toWhole(text)
  if (!/^[A-Za-z0-9-]+$/.test(text)) return 'token_character'

  return { code: null, host: null, matchingId: text, isRepaired: false }
}

/** Hosts are compared without case, matching ids exactly; a confirmation field that differs is a difference too. */
function doAgree(claims: Claim[]): boolean {
  const hosts = new Set(claims.flatMap(({ host }) => (host === null ? [] : [host.toLowerCase()])))
  const tokens = new Set(claims.flatMap(({ matchingId }) => (matchingId === null ? [] : [matchingId])))
  const rests = new Set(claims.flatMap(({ code }) => (code === null ? [] : [code.body.split('$').slice(3).join('$')])))

  return hosts.size <= 1 && tokens.size <= 1 && rests.size <= 1
}

function compose(claims: Claim[]): ActivationCode | null {
  const host = claims.find((claim) => claim.host)?.host
  const matchingId = claims.find((claim) => claim.matchingId)?.matchingId
  if (!host || !matchingId) return null
  const parsed = parseLpa(`LPA:1$${host}$${matchingId}`)

  return parsed.ok ? parsed.code : null
}

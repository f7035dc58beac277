/** An activation code that passed the parser. It is a bearer secret: never logged, never in an address. */
export type ActivationCode = {
  /** Everything after the prefix, byte for byte as it arrived. */
  body: string
  smdpAddress: string
  /** Case matters; empty where the code leaves the choice of profile to the server. */
  matchingId: string
  oid: string | null
  asksConfirmationCode: boolean
  /** What stands in the confirmation field where only `1` may stand: probably the confirmation code itself. */
  confirmationHint: string | null
}

/** Why a text is no activation code. */
type LpaProblem =
  | 'empty'
  | 'version'
  | 'space_inside'
  | 'no_host'
  | 'no_matching_id_field'
  | 'ip_address'
  | 'port'
  | 'scheme'
  | 'host_character'
  | 'host_label'
  | 'one_label'
  | 'trailing_dot'
  | 'token_character'
  | 'oid'
  | 'field_character'
  | 'too_long'

/** The outcome of reading a text as an activation code. */
type LpaParse = { ok: true; code: ActivationCode } | { ok: false; problem: LpaProblem }

const PREFIX = 'LPA:'
const MAX_LENGTH = 255
const MAX_LENGTH_WITH_NOTICE = 1024
const DELETE_NOTICE_FIELD = 6
// The letters that phones accept in an install link without percent-encoding.
const LINK_ALPHABET = /^[A-Za-z0-9.$:-]+$/

/**
 * Reads a text as an activation code (`LPA:1$host$token…`, the prefix in any case or missing).
 *
 * Blanks around it are dropped, nothing else is repaired. Never throws, whatever the text holds.
 */
export function parseLpa(text: string): LpaParse {
  const trimmed = text.trim()
  const body = /^lpa:/i.test(trimmed) ? trimmed.slice(PREFIX.length) : trimmed
  if (body === '') return problem('empty')
  if (body.length > MAX_LENGTH_WITH_NOTICE) return problem('too_long')
  const fields = body.split('$')
  const [version = '', host = '', matchingId, oid = '', confirmation = ''] = fields
  if (/\s/.test(version)) return problem('space_inside')
  if (version !== '1') return problem('version')
  if (host === '') return problem('no_host')
  if (matchingId === undefined) return problem('no_matching_id_field')
  if (body.length > MAX_LENGTH && fields[DELETE_NOTICE_FIELD] === undefined) return problem('too_long')
  const hostProblem = checkHost(host)
  if (hostProblem !== null) return problem(hostProblem)
  if (!/^[A-Za-z0-9-]*$/.test(matchingId)) return problem('token_character')
  if (!/^(\d+(\.\d+)+)?$/.test(oid)) return problem('oid')
  if (!fields.slice(4).every((field) => /^[\x21-\x7e]*$/.test(field))) return problem('field_character')
  const isFlag = confirmation === '' || confirmation === '1'

  return {
    ok: true,
    code: {
      body,
      smdpAddress: host,
      matchingId,
      oid: oid === '' ? null : oid,
      asksConfirmationCode: confirmation === '1',
      confirmationHint: isFlag ? null : confirmation,
    },
  }
}

/** Returns the text that a QR code carries: the prefix in capitals, the rest untouched. */
export function emitLpa(code: ActivationCode): string {
  return PREFIX + code.body
}

/**
 * Returns the addresses that open the installer of a phone, `null` where the code must not be put into one.
 *
 * The code stands in them as it is: a code outside the plain alphabet, or one with a doubt, gets no link.
 */
export function toInstallLinks(code: ActivationCode): { apple: string; android: string } | null {
  const text = emitLpa(code)
  if (code.confirmationHint !== null || code.matchingId === '' || !LINK_ALPHABET.test(text)) return null

  return {
    apple: `https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${text}`,
    android: `https://esimsetup.android.com/esim_qrcode_provisioning?carddata=${text}`,
  }
}

/** Returns what is wrong with a text as the address of a profile server, `null` when nothing is. */
function checkHost(host: string): LpaProblem | null {
  if (host.includes('://')) return 'scheme'
  if (/^\[?[0-9a-f]*:[0-9a-f:.]+\]?$/i.test(host) || /^\d+(\.\d+){3}$/.test(host)) return 'ip_address'
  if (/:\d*$/.test(host)) return 'port'
  if (!/^[A-Za-z0-9.-]+$/.test(host)) return 'host_character'
  if (host.endsWith('.')) return 'trailing_dot'
  const labels = host.split('.')
  if (labels.length < 2) return 'one_label'
  const isLabel = (label: string) => label.length > 0 && label.length <= 63 && !/^-|-$/.test(label)
  if (!labels.every(isLabel) || host.length > 253) return 'host_label'

  return /[A-Za-z]/.test(labels.at(-1) ?? '') ? null : 'host_label'
}

function problem(name: LpaProblem): LpaParse {
  return { ok: false, problem: name }
}

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
  const first = parts.findIndex((part) => !CODE_PREFIX.test(part))
  const isBehindPrefix = first > 0 && parts[first - 1] !== ''
  const addressAt = field === 'address' || isBehindPrefix ? first : -1
  const shown = parts.map((part, at) => {
    const isAddress = at === addressAt && (NUMBERS.test(part) || checkHost(part) === null)
    const isFormat = CODE_PREFIX.test(part) || (addressAt >= 0 && at > addressAt + 1 && NUMBERS.test(part))

    return isAddress || isFormat ? part : maskEnds(part)
  })

  return shown.join('$').slice(0, LONGEST_SHOWN)
}

// Version and empty fields; an address of numbers, or what the format calls an object by.
const CODE_PREFIX = /^(lpa:?)?1?$/i
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

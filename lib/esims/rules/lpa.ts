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
export type LpaProblem =
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
export type LpaParse = { ok: true; code: ActivationCode } | { ok: false; problem: LpaProblem }

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
export function checkHost(host: string): LpaProblem | null {
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

import type { Order } from '#sandbox/upstream/ledger.ts'
import type { World } from '#sandbox/upstream/world.ts'

export type Call = { world: World; params: Record<string, string>; at: number }

export type Refusal = { ok: false; code: number; message: string }

export type Outcome = { ok: true; data: unknown; order?: Order } | Refusal

export type Endpoint = {
  path: string
  method: 'GET' | 'POST'
  /** `session` needs a token and a signature; `login` a signature; `listed` neither. */
  access: 'login' | 'session' | 'listed'
  required: string[]
  /** Most endpoints say success as a text, some as a number. */
  success: '0' | 0 | 1
  run: (call: Call) => Outcome
}

/** The head of a call with a token and a signature; most are reads without a parameter that has to be there. */
export function sessionCall(
  name: string,
  changes: Partial<Pick<Endpoint, 'method' | 'required' | 'success'>> = {},
): Omit<Endpoint, 'run'> {
  return { path: `/api_esim/${name}`, method: 'GET', access: 'session', required: [], success: '0', ...changes }
}

export const NOT_FOUND: Refusal = { ok: false, code: 3, message: 'data not exist' }

export const PARAMS_MISSING: Refusal = { ok: false, code: -2, message: 'params is not null' }

export function refused(code: number, message: string): Refusal {
  return { ok: false, code, message }
}

export function done(data: unknown): Outcome {
  return { ok: true, data }
}

/** The number in a parameter; null when it is not one. */
export function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : null
}

export function listIn(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

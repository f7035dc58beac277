import {
  type Call,
  type Endpoint,
  type Outcome,
  PARAMS_MISSING,
  refused,
} from '#sandbox/upstream/endpoints/endpoint.ts'
import type { Transport } from '#sandbox/upstream/request.ts'
import { isSigned } from '#sandbox/upstream/sign.ts'

const SESSION_MS = 2 * 3_600_000

/** Runs one call through signature, session and required parameters, in this order, and then the endpoint itself. */
export function perform(endpoint: Endpoint, call: Call, transport: Transport): Outcome {
  const params = withoutEmpty(call.params)
  if (endpoint.access === 'listed') return runChecked(endpoint, { ...call, params })
  if (!params.sign || (endpoint.access === 'session' && !params.token)) return PARAMS_MISSING
  if (endpoint.access === 'login' && !hasAll(params, endpoint.required)) {
    return refused(-2, 'username or password is null')
  }
  // The service reads no JSON here: it sees a call without parameters, whose signature cannot be right.
  if (transport === 'json' && endpoint.access !== 'login') return refused(-30, 'sign error')
  if (!isSigned(call.params, call.world.credentials.secret)) return refused(-30, 'sign error')
  if (endpoint.access === 'session' && !isLive(call)) return refused(-1, 'token expire')

  return runChecked(endpoint, { ...call, params })
}

function runChecked(endpoint: Endpoint, call: Call): Outcome {
  return hasAll(call.params, endpoint.required) ? endpoint.run(call) : PARAMS_MISSING
}

function isLive({ world, params, at }: Call): boolean {
  const { session } = world

  return session !== null && session.token === params.token && at - session.issuedAt < SESSION_MS
}

function hasAll(params: Record<string, string>, names: string[]): boolean {
  return names.every((name) => params[name] !== undefined)
}

function withoutEmpty(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))
}

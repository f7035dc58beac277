import { percentEncode, presentParams, type SignForm, type SignParams, sign } from '#lib/provider/sign.ts'
import type { HttpRequest, Limits } from '#lib/provider/transport.ts'

/** The parts of an endpoint description that decide how a request looks. */
export type RequestShape = {
  method: 'GET' | 'POST'
  path: string
  effect: 'read' | 'once'
  auth?: 'token' | 'signature' | 'none'
  body?: 'json'
  limit?: 'login'
}

/** What the account adds to a request. `token` is `null` where none is sent. */
export type Account = { baseUrl: string; secret: string; signForm: SignForm; token: string | null }

/** A request, and the values in it that no error or record may show. */
export type SignedRequest = { request: HttpRequest; secrets: string[] }

/**
 * Returns the signed request for an operation: GET parameters in the query, POST parameters in a form or JSON body.
 *
 * Spec: "Authentication", "Endpoints".
 */
export function buildRequest(
  shape: RequestShape,
  params: SignParams,
  context: Account & { limits: Limits },
): SignedRequest {
  const auth = shape.auth ?? 'token'
  const unsigned = auth === 'token' ? { ...params, token: context.token } : params
  const signature = auth === 'none' ? null : sign(unsigned, context.secret, context.signForm)
  const fields = presentParams(unsigned)
  if (signature !== null) fields.push(['sign', signature])
  const url = new URL(context.baseUrl.replace(/\/+$/, '') + shape.path)
  if (shape.method === 'GET') url.search = toForm(fields)
  // Login has no token yet: there, every parameter is a credential.
  const credentials = auth === 'signature' ? fields.map(([, value]) => value) : []
  const secrets = [context.secret, context.token, signature, ...credentials].filter((value) => value !== null)

  return {
    secrets,
    request: {
      method: shape.method,
      url,
      headers: toHeaders(shape),
      body: shape.method === 'GET' ? null : toBody(shape, fields),
      timeoutMs: toTimeout(shape, context.limits),
      connection: shape.effect === 'once' ? 'fresh' : 'pooled',
    },
  }
}

function toForm(fields: [name: string, value: string][]): string {
  return fields.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&')
}

function toBody(shape: RequestShape, fields: [name: string, value: string][]): string {
  return shape.body === 'json' ? JSON.stringify(Object.fromEntries(fields)) : toForm(fields)
}

function toHeaders(shape: RequestShape): Record<string, string> {
  const accept = { accept: 'application/json' }
  if (shape.method === 'GET') return accept
  if (shape.body === 'json') return { ...accept, 'content-type': 'application/json' }

  return { ...accept, 'content-type': 'application/x-www-form-urlencoded' }
}

function toTimeout(shape: RequestShape, limits: Limits): number {
  if (shape.limit === 'login') return limits.loginMs

  return shape.effect === 'once' ? limits.actMs : limits.readMs
}

import { fill, type Params } from '#lib/core/client/request.ts'
import type { Contract, RequestOf } from '#lib/core/rules/contract.ts'

/** A call as plain data, for a button of a page that the server made. */
export type PreparedCall = { path: `/api/${string}`; body: Record<string, unknown> }

type Part<Body> = Body extends unknown ? Partial<Body> : never
type Prepared<C extends Contract> = Omit<RequestOf<C>, 'body' | 'onceKey'> &
  (RequestOf<C> extends { body: infer Body } ? { body?: Part<Body> } : unknown)

/** Stands in a prepared address for the value of a field called `choice`. */
export const CHOICE = '_choice_'

/** Prepares a call to which a form adds the rest of its body. */
export function prepare<C extends Contract>(
  at: C['at'],
  ...[options]: Record<never, never> extends Prepared<C> ? [Prepared<C>?] : [Prepared<C>]
): PreparedCall {
  const { params, body = {} }: { params?: Params; body?: Record<string, unknown> } = options ?? {}

  return { path: fill(at.slice(at.indexOf(' ') + 1), params), body }
}

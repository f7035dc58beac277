import { z } from 'zod'
import type { CallerKind, Permission } from '#lib/core/rules/caller.ts'
import type { LimitName } from '#lib/core/rules/rate-limits.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A method and a path as the folders of the app spell it: `POST /api/orders/[id]/settle`. */
export type Address = `${Method} /api/${string}`

/** What a browser must have been given to be let in: for anybody else it does not exist. */
export type Holding = 'order' | 'card' | 'shared_card' | 'share' | 'payer'

/**
 * One call from a browser to the server. `permission` is what the command or query behind it demands of staff; the first of
 * several is demanded unless the request asks for more. `media` is the type of an answer that is a file and no JSON.
 *
 * Without `params` every part in brackets is a text of 1 to 64 characters; without `body` an empty object is sent; without
 * `reply` the answer is an empty object.
 */
export type CallSpec = {
  summary: string
  caller: CallerKind
  permission?: Permission | readonly [Permission, ...Permission[]]
  holds?: Holding
  /** The request carries an `Idempotency-Key`: the same key acts once. */
  once?: true
  limit?: LimitName
  /** How large a body may be where 64 KB are too few. */
  maxBytes?: number
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  reply?: z.ZodType
  media?: string
}

export type Contract<At extends Address = Address, Spec extends CallSpec = CallSpec> = {
  at: At
  method: Method
  path: `/api/${string}`
  spec: Spec
  params: z.ZodType
  body: z.ZodType
  reply: z.ZodType
}

const NOTHING = z.object({})
const NO_BODY = z.strictObject({})
const ID = z.string().min(1).max(64)

/** Describes a call once: the handler, the browser's caller, the access test and the OpenAPI document are made from it. */
export function defineCall<const At extends Address, const Spec extends CallSpec>(
  at: At,
  spec: Spec & Record<Exclude<keyof Spec, keyof CallSpec>, never>,
): Contract<At, Spec> {
  const [method, path] = at.split(' ') as [Method, `/api/${string}`]
  const names = [...path.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => name)
  const params = spec.params ?? z.object(Object.fromEntries(names.map((name) => [name, ID])))

  return { at, method, path, spec, params, body: spec.body ?? NO_BODY, reply: spec.reply ?? NOTHING }
}

type Schema = z.ZodType
type Names<At extends string> = At extends `${string}[${infer Name}]${infer Rest}` ? Name | Names<Rest> : never
type Output<S, Otherwise> = S extends Schema ? z.output<S> : Otherwise

/**
 * Who is let in: a permission of staff, the holders of something, or one of these. `public`: everybody. `staff`: every role.
 * The rest as in `CallerKind`.
 */
export type Access = Permission | Holding | 'public' | 'customer' | 'half_customer' | 'staff' | 'half' | 'enrolling'

const OPEN_TO = { any: 'public', buyer: 'order', account: 'staff' } as const

/** Tells who is let in by a call. */
export function accessOf({ spec: { permission, holds, caller } }: Contract): Access {
  if (typeof permission === 'string') return permission
  if (caller === 'any' || caller === 'buyer' || caller === 'account') return permission?.[0] ?? holds ?? OPEN_TO[caller]

  return permission?.[0] ?? holds ?? caller
}

/** What a handler is given. */
export type ParamsOf<C extends Contract> = Output<C['spec']['params'], Record<Names<C['at']>, string>>
export type QueryOf<C extends Contract> = Output<C['spec']['query'], undefined>
export type BodyOf<C extends Contract> = Output<C['spec']['body'], Record<never, never>>

/** What a handler answers: of a call without `reply`, nothing is read. */
export type AnswerOf<C extends Contract> = C['spec']['reply'] extends Schema ? z.input<C['spec']['reply']> : unknown

/** A value as it arrives in a browser: an instant is text there. */
export type Wire<T> = T extends Date
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : { [Key in keyof T]: Wire<T[Key]> }

/** What a browser receives. */
export type ReplyOf<C extends Contract> = C['spec']['reply'] extends Schema
  ? Wire<z.output<C['spec']['reply']>>
  : undefined

type Sent<Name extends string, S> = S extends Schema
  ? Partial<z.input<S>> extends z.input<S>
    ? Partial<Record<Name, z.input<S>>>
    : Record<Name, z.input<S>>
  : unknown

/** What a browser sends: the parts in brackets, the query, the body and the key under which it counts once. */
export type RequestOf<C extends Contract> = ([Names<C['at']>] extends [never]
  ? unknown
  : { params: Record<Names<C['at']>, string | number> }) &
  (C['spec'] extends { query: infer Query } ? Sent<'query', Query> : unknown) &
  (C['spec'] extends { body: infer Body extends Schema } ? { body: z.input<Body> } : unknown) &
  (C['spec'] extends { once: true } ? { onceKey: string } : unknown)

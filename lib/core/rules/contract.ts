import { z } from 'zod'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { CallerKind, Permission } from '#lib/core/rules/caller.ts'
import { cookieNameAt } from '#lib/core/rules/own-cookie.ts'
import type { LimitName } from '#lib/core/rules/rate-limits.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A method and a path as the folders of the app spell it: `POST /api/orders/[id]/settle`. */
type Address = `${Method} /api/${string}`

/** What a browser must have been given to be let in: for anybody else it does not exist. */
type Holding = 'order' | 'card' | 'shared_card' | 'share' | 'payer'

/**
 * One call from a browser to the server. `permission` is what the command or query behind it demands of staff; the first of
 * several is demanded unless the request asks for more. `media` is the type of an answer that is a file and no JSON.
 *
 * Without `params` every part in brackets is a text of 1 to 64 characters; without `body` an empty object is sent; without
 * `reply` the answer is an empty object.
 */
type CallSpec = {
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
type Wire<T> = T extends Date
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

const ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        requestId: { type: 'string' },
        details: { type: 'object' },
      },
    },
  },
}

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] }
type Schemas = Record<string, unknown>

/** Describes calls as an OpenAPI 3.1 document. Staff, customers and guests are known by their cookie. */
export function toOpenApi(contracts: readonly Contract[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  const schemas: Schemas = { Error: ERROR }
  for (const contract of [...contracts].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const at = contract.path.replaceAll(/\[(\w+)\]/g, '{$1}')
    paths[at] = { ...paths[at], [contract.method.toLowerCase()]: operationOf(contract, schemas) }
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Landfall',
      version: '1',
      description:
        'The calls of the storefront and the back office. What changes something must carry an Origin of the store.',
    },
    components: {
      schemas,
      securitySchemes: {
        staff: cookieScheme('staff', 'A member of staff who signed in.'),
        customer: cookieScheme('account', 'A customer who signed in.'),
        guest: cookieScheme('guest', 'A browser that was given orders.'),
        share: cookieScheme('share', 'A browser in which the PIN of a shared eSIM was typed.'),
      },
    },
    paths,
  }
}

function cookieScheme(name: string, whose: string) {
  const description = `${whose} A store reached over plain http names the cookie ${name}.`

  return { type: 'apiKey', in: 'cookie', name: cookieNameAt('https://any.example', name), description }
}

function operationOf(contract: Contract, schemas: Schemas) {
  const toJson = toJsonOf(contract, schemas)
  const { method, spec } = contract
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    schema: { type: 'string', pattern: '^[\\w-]{16,64}$' },
  }

  return {
    summary: spec.summary,
    'x-access': Array.isArray(spec.permission) ? spec.permission : accessOf(contract),
    security: securityOf(contract),
    parameters: [
      ...parametersOf('path', toJson(contract.params, 'input')),
      ...(spec.query ? parametersOf('query', toJson(spec.query, 'input')) : []),
      ...(spec.once ? [key] : []),
    ],
    ...(method === 'GET'
      ? {}
      : {
          requestBody: { required: true, content: { 'application/json': { schema: toJson(contract.body, 'input') } } },
        }),
    responses: {
      200: {
        description: 'Done.',
        content: spec.media ? { [spec.media]: {} } : jsonOf({ data: toJson(contract.reply, 'output') }),
      },
      default: {
        description: 'Refused or failed.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function jsonOf(properties: Record<string, unknown>) {
  return { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } }
}

function securityOf({ spec: { caller, holds } }: Contract): Record<string, never[]>[] {
  if (caller === 'customer' || caller === 'half_customer') return [{ customer: [] }]
  if (caller !== 'any' && caller !== 'buyer') return [{ staff: [] }]
  if (caller === 'any' && !holds) return []

  return [{ guest: [] }, { customer: [] }, ...(holds === 'shared_card' ? [{ share: [] }] : [])]
}

function parametersOf(place: 'path' | 'query', { properties = {}, required = [] }: JsonSchema) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

/** Converts the schemas of a call. What refers to itself is put among the parts that all calls share. */
function toJsonOf({ at }: Contract, schemas: Schemas) {
  const name = at.replaceAll(/\W+/g, '_')

  return (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const { $schema: _, ...json } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      // An instant is text on the wire.
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      },
    })
    const text = JSON.stringify(json).replaceAll('#/$defs/', `#/components/schemas/${name}.`)
    const { $defs = {}, ...whole } = JSON.parse(text)
    for (const [part, one] of Object.entries($defs)) schemas[`${name}.${part}`] = one

    return whole
  }
}

/** Parses what the caller sent. Only here does a schema's refusal become the caller's fault; `fields` names where. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields = [...new Set(result.error.issues.map((issue) => issue.path.join('.') || '(body)'))]
  throw new AppError('bad_input', `Not accepted: ${fields.join(', ')}.`, { fields })
}

import { z } from 'zod'
import { accessOf, type Contract } from '#lib/core/rules/contract.ts'

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
        staff: { type: 'apiKey', in: 'cookie', name: 'staff' },
        customer: { type: 'apiKey', in: 'cookie', name: 'account' },
        guest: { type: 'apiKey', in: 'cookie', name: 'guest' },
      },
    },
    paths,
  }
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
  if (caller === 'any' || caller === 'buyer')
    return holds || caller === 'buyer' ? [{ guest: [] }, { customer: [] }] : []

  return [{ staff: [] }]
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

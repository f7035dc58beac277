import { expect, test } from 'vitest'
import { toOpenApi } from '#lib/core/rules/contract.ts'
import { CONTRACTS } from '#tests/support/access-rows.ts'

type Operation = {
  summary: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content: Record<string, object> }>
}

const document = JSON.parse(JSON.stringify(toOpenApi([...CONTRACTS.values()])))
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at: `${method.toUpperCase()} ${path}`, path, operation })),
)

test('the OpenAPI document has every call of the rooms, once', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(operations.length).toBeGreaterThan(150)
  expect(operations.map(({ at }) => at).sort()).toEqual(
    [...CONTRACTS.keys()].map((at) => at.replaceAll(/\[(\w+)\]/g, '{$1}')).sort(),
  )
})

test.each(operations)('$at is described as OpenAPI asks for it', ({ at, path, operation }) => {
  const inPath = operation.parameters.filter((one) => one.in === 'path')
  const refs = [...JSON.stringify(operation).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref)

  expect(operation.summary).toMatch(/^\p{Lu}.*\.$/u)
  expect(inPath.map(({ name }) => `{${name}}`).sort()).toEqual([...path.matchAll(/\{\w+\}/g)].map(String).sort())
  expect(inPath.every(({ required }) => required)).toBe(true)
  expect('requestBody' in operation).toBe(!at.startsWith('GET '))
  expect(Object.keys(operation.responses)).toEqual(['200', 'default'])
  expect(refs.filter((ref) => !(ref.replace('#/components/schemas/', '') in document.components.schemas))).toEqual([])
})

test('an instant is text, and a staff call names its permission', () => {
  const { get } = document.paths['/api/admin/cancellations']
  const { returns } = get.responses[200].content['application/json'].schema.properties.data.properties

  expect(returns.items.properties.askedAt).toEqual({ type: 'string', format: 'date-time' })
  expect(get['x-access']).toBe('returns.see')
  expect(get.security).toEqual([{ staff: [] }])
})

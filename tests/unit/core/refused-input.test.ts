import { expect, test } from 'vitest'
import { problemSentence } from '#components/ui/admin/problem-sentence.ts'
import { readJson } from '#lib/core/http/route.ts'
import { rowsOf } from '#lib/core/queries/export-rows.ts'
import { isDataRefused } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { toOpenApi } from '#lib/core/rules/contract.ts'
import { calendarDateSchema, instantSchema, rowNumber } from '#lib/core/rules/field-schemas.ts'
import { cookieNameAt } from '#lib/core/rules/own-cookie.ts'
import words from '#messages/en/admin.json' with { type: 'json' }
import { CONTRACTS, pagesInTree } from '#tests/support/routes.ts'
import { readTree } from '#tests/support/tree.ts'

const OWNER: StaffMember = { kind: 'staff', staffId: 'stf_a', role: 'owner', name: 'Olga', email: 'o@example.com' }

function read(body: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }

  return readJson(new Request('http://shop.test/', { method: 'POST', headers, body }))
}

test.each([
  ['NUL', '{"a":"x\\u0000"}'],
  ['NUL in a key', '{"a\\u0000":1}'],
  ['NUL deep inside', '{"a":[{"b":["\\u0000"]}]}'],
  ['half a letter', '{"a":"\\ud800"}'],
  ['more depth than a reader can follow', '['.repeat(60_000)],
])('a body with %s is refused as input', async (_, body) => {
  await expect(read(body)).rejects.toMatchObject({ code: 'bad_input' })
})

test('any other text is read as it is', async () => {
  const value = { a: ['\\u0000', '\u{1f600}', 'ä\n', { '': null }] }

  expect(await read(JSON.stringify(value))).toEqual(value)
})

test('a file whose first rows cannot be read is a refusal before its head', async () => {
  const read = async () => {
    throw new AppError('not_found', 'This month is not closed.')
  }
  const [first] = [rowsOf(OWNER, 'month', ['a'], read)[Symbol.asyncIterator]()]

  await expect(first.next()).rejects.toMatchObject({ code: 'not_found' })
})

test('a file is its head and its batches, one after the other', async () => {
  const batches = [
    { rows: [['1']], next: 1 },
    { rows: [], next: 2 },
    { rows: [['3']], next: null },
  ]
  const parts: string[] = []
  for await (const part of rowsOf<number>(
    OWNER,
    'month',
    ['a'],
    async (after) => batches[after ?? 0] ?? { rows: [], next: null },
  ))
    parts.push(part)

  expect(parts).toHaveLength(3)
  expect(parts.join('').trim().split(/\r?\n/)).toHaveLength(3)
})

test.each([
  [Object.assign(new Error('raw'), { code: 'P2010', meta: { code: '22021' } }), true],
  [Object.assign(new Error('range'), { code: 'P2020' }), true],
  [new Error('outer', { cause: Object.assign(new Error('inner'), { code: '22003' }) }), true],
  [Object.assign(new Error('conflict'), { code: '40001' }), false],
  [Object.assign(new Error('no room'), { code: '53100' }), false],
  [new TypeError('ours'), false],
])('a value that the database cannot hold is told from other failures: %s', (error, isRefused) => {
  expect(isDataRefused(error)).toBe(isRefused)
})

test.each(['9999-12-31', '9000-01-01', '0000-01-01', '0999-12-31', 20270101])('%s is no day of a filter', (value) => {
  expect(calendarDateSchema.safeParse(value).success).toBe(false)
})

test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2027-01-01'])('%s is no instant of a filter', (value) => {
  expect(instantSchema.safeParse(value).success).toBe(false)
})

test('a number of a row is one that its column can hold', () => {
  const given = ['1', '2147483647', '2147483648', '0', '-1', '1.5', 'NaN', '9'.repeat(30), '']

  expect(given.filter((text) => rowNumber.safeParse(text).success)).toEqual(['1', '2147483647'])
})

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
  const { get } = document.paths['/api/admin/catalogue/sync']
  const { run } = get.responses[200].content['application/json'].schema.properties.data.properties

  expect(run.anyOf[0].properties.startedAt).toEqual({ type: 'string', format: 'date-time' })
  expect(get['x-access']).toBe('catalog.see')
  expect(get.security).toEqual([{ staff: [] }])
})

test('the cookies are those of a store behind https, with the one of a shared eSIM where that opens something', () => {
  const schemes: Record<string, { name: string; description: string }> = document.components.securitySchemes
  const names = Object.fromEntries(Object.entries(schemes).map(([scheme, { name }]) => [scheme, name]))
  const live = (name: string) => cookieNameAt('https://shop.example', name)

  expect(names).toEqual({
    staff: live('staff'),
    customer: live('account'),
    guest: live('guest'),
    share: live('share'),
  })
  expect(Object.values(schemes).every(({ description }) => description !== '')).toBe(true)
  expect(document.paths['/api/esims/{id}/calendar'].get.security).toEqual([
    { guest: [] },
    { customer: [] },
    { share: [] },
  ])
  expect(document.paths['/api/esims/{id}/copies'].post.security).toEqual([{ guest: [] }, { customer: [] }])
})

const answers = [
  { step: 'session', problem: 'bad_signature', code: -30 },
  { step: 'session', problem: 'bad_credentials', code: -1 },
  { step: 'session', problem: 'not_permitted', code: -3 },
  { step: 'session', problem: 'missing_parameter', code: -2 },
  { step: 'session', problem: 'timeout', code: null },
]

test('gives a wrong signature, password, permission, value and no answer five different sentences', () => {
  const sentences = answers.map((answer) => words.test.problem[problemSentence(answer)])

  expect(new Set(sentences).size).toBe(5)
  expect(sentences).not.toContain(undefined)
})

test('takes -1 for a wrong password at the login only', () => {
  expect(problemSentence({ step: 'session', problem: 'bad_credentials', code: -1 })).toBe('credentials')
  expect(problemSentence({ step: 'products', problem: 'session_expired', code: -1 })).toBe('session')
})

// Nobody is led to it: it answers an address of the back office that does not exist.
const UNNAMED = '/admin/[...rest]'

test('every page of the back office is named by a link somewhere else', () => {
  const sources = readTree().filter(({ file }) => /^(app|components)\/.*\.tsx?$/.test(file))
  const pages = pagesInTree().filter(({ address }) => address.startsWith('/admin') && address !== UNNAMED)
  const unlinked = pages.filter(({ address, file }) => {
    const start = address.replace(/\[.*$/, '')
    const link = new RegExp(`['"\`]${start}['"\`?#$]`)

    return !sources.some((source) => source.file !== file && link.test(source.text))
  })

  expect(pages.length).toBeGreaterThan(30)
  expect(unlinked.map(({ address }) => address)).toEqual([])
})

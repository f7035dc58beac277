import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { makeWorkerServer } from '#lib/server/worker-server.ts'
import { runToEnd } from '#scripts/store/child.mjs'
import { fileOf } from '#tests/support/program.ts'

/** The door on a real socket, around a handler that answers what it was told. */
async function startServer(): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const handler = makeWorkerServer({
    secret: 'inner',
    handler: ({ url, headers }, response) => {
      response.end(JSON.stringify({ url, vouched: headers['x-landfall-local'] ?? null, cookie: headers['x-nonce'] }))
    },
  })
  const server = createServer(handler).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo

  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
}

test('a worker answers for its health and gives its figures to this machine', async () => {
  const ask = await startServer()

  expect(await (await ask('/api/health/live')).json()).toEqual({ url: '/api/health/live', vouched: null })
  expect(await (await ask('/api/health/ready')).json()).toEqual({ url: '/api/health/ready', vouched: 'inner' })
  expect(await (await ask('/api/metrics')).json()).toEqual({ url: '/api/metrics', vouched: 'inner' })
})

test('a request that a proxy hands on is not vouched for, whatever it says of itself', async () => {
  const ask = await startServer()

  const headers = { 'x-forwarded-for': '198.51.100.7', 'x-landfall-local': 'inner', 'x-nonce': 'n' }

  expect(await (await ask('/api/metrics', { headers })).json()).toEqual({ url: '/api/metrics', vouched: null })
})

test.each([
  ['GET', '/', 404],
  ['GET', '/api/quotes', 404],
  ['GET', '/api/metrics?x=1', 404],
  ['GET', '/api/internal/revalidate', 404],
  ['POST', '/api/health/live', 405],
])('a worker has nothing of the shop: %s %s is answered %i', async (method, path, status) => {
  const ask = await startServer()

  expect((await ask(path, { method })).status).toBe(status)
})

const PRINTER = pathToFileURL(path.resolve('lib/server/report.ts')).href

/** What a process that prints in lines puts out, line by line, and how it ends. */
async function run(text: string): Promise<{ code: number | null; lines: Record<string, unknown>[] }> {
  const program = fileOf(`import { printInLines } from '${PRINTER}'; printInLines(); ${text}`)
  const { code, text: printed } = await runToEnd({ program, env: process.env, cwd: process.cwd(), collect: true })

  return { code, lines: printed.split('\n').map((line: string) => JSON.parse(line)) }
}

test('whatever a library prints becomes one JSON line, without the message of an error or an object', async () => {
  const { lines } = await run(`
    console.log('two\\nlines', 7)
    console.error(' ⨯', Object.assign(new Error('row of olga@example.com'), { code: 'P2002' }), { secret: 'hush' })`)

  expect(lines).toEqual([
    { level: 30, time: expect.any(String), msg: 'two lines 7' },
    {
      level: 50,
      time: expect.any(String),
      msg: '⨯',
      error: 'Error',
      errorCode: 'P2002',
      stack: expect.any(Array),
    },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/olga|hush/)
})

test('a warning of the runtime and the end of a process are lines too', async () => {
  const { code, lines } = await run(`
    process.emitWarning('old')
    setTimeout(() => { throw new TypeError('row of olga@example.com') }, 50)`)

  expect(lines.map(({ level, msg, error }) => [level, msg, error])).toEqual([
    [40, 'Warning: old', undefined],
    [60, 'the process ends', 'TypeError'],
  ])
  expect(code).toBe(1)
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { makeWorkerServer } from '#lib/server/worker-server.ts'

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

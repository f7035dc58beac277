import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '#sandbox/upstream/endpoints/registry.ts'
import { newSandbox } from '#sandbox/upstream/sandbox.ts'
import { serveCall } from '#sandbox/upstream/server.ts'
import { openWorld } from '#sandbox/upstream/world.ts'
import { SECRET, signed } from './sandbox-client.ts'

test('an order is not answered before the disk has it', async () => {
  const events: string[] = []
  const disk = Promise.withResolvers<void>()
  const world = await openWorld({ phone: '1', password: 'p', secret: SECRET }, undefined)
  world.session = { token: 't', issuedAt: Date.now() }
  world.journal = {
    append: (line) => events.push(line.kind),
    flush: () => disk.promise.then(() => void events.push('on disk')),
    close: () => Promise.resolve(),
  }
  const sandbox = newSandbox(world)
  const endpoint = ENDPOINTS.get('/api_esim/addEsimOrder')
  const server = createServer(async (request, response) => {
    if (endpoint) await serveCall(sandbox, { endpoint, request, response, url: new URL('http://sandbox.invalid/') })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const [sku] = world.offer.skus.values()
  const body = new URLSearchParams(
    signed({ token: 't', skuId: sku?.skuid ?? 0, priceId: sku?.plans[0]?.priceid ?? 0, count: 1 }),
  )

  const answer = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body }).then(async (response) => {
    events.push('answered')

    return response.json()
  })
  await expect.poll(() => events).toContain('order')
  await new Promise((resolve) => setTimeout(resolve, 50))
  disk.resolve()

  expect(await answer).toMatchObject({ code: '0' })
  expect(events.slice(-2)).toEqual(['on disk', 'answered'])
  server.close()
})

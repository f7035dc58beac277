import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LedgerOrder } from '#sandbox/upstream/control.ts'
import { ENDPOINTS } from '#sandbox/upstream/endpoints/registry.ts'
import { newSandbox } from '#sandbox/upstream/sandbox.ts'
import { serveCall } from '#sandbox/upstream/server.ts'
import { openWorld } from '#sandbox/upstream/world.ts'
import { eventually } from '#tests/support/patience.ts'
import { clientOf, SECRET, signed, startClient } from '#tests/unit/sandbox/sandbox-client.ts'

describe('persistence', () => {
  const PLAN = '392-0-7-3-G'
  const MAIN = 'sandbox/upstream/main.ts'

  let dataDir: string
  let children: ChildProcess[]

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'sandbox-upstream-'))
    children = []
  })
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })

  type Started = { child: ChildProcess; line: string; url: string; code: number | null }

  async function run(env: Record<string, string> = {}): Promise<Started> {
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    let line = ''
    const said = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk) => {
          line += chunk
          if (line.includes('\n')) resolve()
        })
      }
    })
    await said
    if (!line.startsWith('sandbox upstream on ')) await once(child, 'exit')

    return { child, line: line.trim(), url: line.trim().split(' on ')[1] ?? '', code: child.exitCode }
  }

  async function ordersAt(url: string): Promise<LedgerOrder[]> {
    return (await (await fetch(`${url}/_control/orders`)).json()) as LedgerOrder[]
  }

  test('every answered order outlives a kill, with its cards, references and session', async () => {
    const first = await run()
    const client = clientOf(first)
    await client.signIn()
    const { skuId, priceId } = await client.planOf(PLAN)
    const answered: string[] = []
    const place = async (lane: number) => {
      for (let index = 0; ; index += 1) {
        const params = { skuId, priceId, count: 1, backInfo: 0, otherOrderId: `${lane}-${index}` }
        const reply = await client.post('addEsimOrder', params).catch(() => null)
        if (reply === null) return
        answered.push(reply.data)
      }
    }
    const lanes = [0, 1, 2, 3].map(place)
    await eventually(
      () => answered.length,
      (count) => count > 20,
    )
    first.child.kill('SIGKILL')
    await Promise.all(lanes)

    const { url } = await run()
    const kept = await ordersAt(url)

    expect(kept.map((order) => order.orderNum)).toEqual(expect.arrayContaining(answered))
    expect(new Set(kept.map((order) => order.otherOrderId)).size).toBe(kept.length)
    expect(kept.every((order) => order.esims.length === 1)).toBe(true)
    expect((await clientOf({ url }, client.token()).get('queryEsimOrder', { pageSize: 1 })).data.total).toBe(
      kept.length,
    )
  })

  test('a second process on the same folder says so and ends', async () => {
    await run()

    const second = await run()

    expect(second.code).toBe(1)
    expect(second.line).toMatch(/^DATA_DIR .* is in use by another sandbox upstream \(process \d+\)$/)
  })

  test('SIGTERM ends cleanly and frees the folder', async () => {
    const { child } = await run()

    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')

    expect(code).toBe(0)
    expect((await run()).line).toMatch(/^sandbox upstream on http:\/\/127\.0\.0\.1:\d+$/)
  })

  test('live mode is refused', async () => {
    const { code, line } = await run({ STORE_MODE: 'live' })

    expect([code, line]).toEqual([1, 'The sandbox upstream does not run with STORE_MODE=live'])
  })

  test('price, stock, clock, credit and a reset outlive a restart', async () => {
    const before = await startClient({ dataDir })
    await before.signIn()
    await before.buy(PLAN)
    before.sandbox.control.reset()
    before.sandbox.control.setClock({ advanceMs: 86_400_000 })
    await before.signIn()
    const { priceId } = await before.planOf(PLAN)
    before.sandbox.control.changePlan({ priceId, price: 5.55 })
    before.sandbox.control.setInventory({ priceId, left: 3 })
    const { data } = await before.buy(PLAN, { otherOrderId: 'L-1' })
    await before.sandbox.close()

    const after = await startClient({ dataDir })
    await after.signIn()

    expect(after.sandbox.control.orders()).toMatchObject([
      { orderNum: data.orderNum, total: '5.55', otherOrderId: 'L-1' },
    ])
    expect(after.sandbox.control.clock().getTime()).toBeGreaterThan(Date.now() + 86_000_000)
    expect((await after.planOf(PLAN)).price).toBe(5.55)
    expect((await after.buy(PLAN, { count: 3 })).code).toBe('32')
    expect(after.sandbox.control.account().credit).toBe('999994.45')
    await after.sandbox.close()
  })
})

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

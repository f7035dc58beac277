import { describe, expect, test } from 'vitest'
import { drawFaults, type FaultKind } from '#sandbox/upstream/faults.ts'
import { openClient, signed } from './sandbox-client.ts'

const client = openClient()

const PLAN = '392-0-7-3-G'

type Seen = { status?: number; text?: string; lost?: true }

/** Orders once and tells what came back within 300 ms. */
async function order(reference: string): Promise<Seen> {
  const { skuId, priceId } = await client.planOf(PLAN)
  const params = { token: client.token(), skuId, priceId, count: 1, backInfo: 1, otherOrderId: reference }
  try {
    const response = await fetch(`${client.sandbox.url}/api_esim/addEsimOrder`, {
      method: 'POST',
      body: new URLSearchParams(signed(params)),
      signal: AbortSignal.timeout(300),
    })

    return { status: response.status, text: await response.text() }
  } catch {
    return { lost: true }
  }
}

const recorded = (reference: string) =>
  client.sandbox.control.orders().filter((entry) => entry.otherOrderId === reference).length

const LOSING: FaultKind[] = ['silence', 'reset', 'truncate', 'half-open', 'drip']

describe('faults on an order', () => {
  test.each(LOSING)('%s before leaves no order, after leaves one, and neither answers', async (kind) => {
    client.sandbox.control.addFault({ path: 'addEsimOrder', when: 'before', kind })
    const before = await order('B')
    client.sandbox.control.addFault({ path: '/api_esim/addEsimOrder', when: 'after', kind })
    const after = await order('A')

    expect([before, after]).toEqual([{ lost: true }, { lost: true }])
    expect([recorded('B'), recorded('A')]).toEqual([0, 1])
    expect((await order('C')).text).toContain('"code":"0"')
  })

  test('status, page, code, garbage and wrong types replace the answer', async () => {
    const { control } = client.sandbox
    const path = 'addEsimOrder'
    control.addFault({ path, when: 'after', kind: 'html', status: 502 })
    control.addFault({ path, when: 'after', kind: 'status', status: 429 })
    control.addFault({ path, when: 'after', kind: 'code', code: 99, message: 'file exception' })
    control.addFault({ path, when: 'after', kind: 'garbage' })
    control.addFault({ path, when: 'after', kind: 'wrong-type' })

    const seen: Seen[] = []
    for (let index = 0; index < 5; index += 1) seen.push(await order('X'))

    expect(seen.map((entry) => entry.status)).toEqual([502, 429, 200, 200, 200])
    expect(seen[0]?.text).toContain('<html>')
    expect(JSON.parse(seen[2]?.text ?? '')).toEqual({ code: 99, message: 'file exception', data: null })
    expect(() => JSON.parse(seen[3]?.text ?? '')).toThrow()
    expect(JSON.parse(seen[4]?.text ?? '')).toMatchObject({ code: '0', data: { count: { value: 1 } } })
    expect(recorded('X')).toBe(5)
  })

  test('a fault strikes only the calls that match it, as often as it says', async () => {
    client.sandbox.control.addFault({
      path: 'addEsimOrder',
      when: 'before',
      kind: 'code',
      code: '-3',
      times: 2,
      match: { otherOrderId: 'hit' },
    })

    expect((await order('miss')).text).toContain('"code":"0"')
    expect((await order('hit')).text).toContain('"-3"')
    expect((await order('hit')).text).toContain('"-3"')
    expect((await order('hit')).text).toContain('"code":"0"')
    expect(client.sandbox.control.faults()).toEqual([])
  })

  test('an invisible order is answered but not found until its time has passed', async () => {
    client.sandbox.control.addFault({ path: 'addEsimOrder', kind: 'invisible', ms: 600_000 })
    await order('late')

    expect((await client.get('queryEsimOrder', { outerOrderId: 'late' })).data.total).toBe(0)
    client.sandbox.control.setClock({ advanceMs: 600_001 })
    expect((await client.get('queryEsimOrder', { outerOrderId: 'late' })).data.total).toBe(1)
  })

  test('a delayed order is placed even when the caller has gone', async () => {
    client.sandbox.control.addFault({ path: 'addEsimOrder', when: 'before', kind: 'delay', ms: 400 })

    expect(await order('slow')).toEqual({ lost: true })
    await expect.poll(() => recorded('slow')).toBe(1)
  })

  test('an after fault waits for a success', async () => {
    client.sandbox.control.addFault({ path: 'addEsimOrder', when: 'after', kind: 'reset' })

    expect((await client.post('addEsimOrder', { skuId: 1, priceId: 1, count: 1 })).code).toBe('3')
    expect(client.sandbox.control.faults()).toHaveLength(1)
  })
})

describe('fault mix', () => {
  test('draws the same faults for the same seed, in the documented shares', () => {
    const draw = (seed: number) => {
      const mix = { settings: { seed }, drawn: 0, cancellations: 0 }

      return Array.from({ length: 20_000 }, () =>
        drawFaults(mix, 'addEsimOrder')
          .map((fault) => `${fault.when}:${fault.kind}`)
          .join('+'),
      )
    }
    const first = draw(7)
    const share = (name: string) => (first.filter((entry) => entry === name).length / first.length) * 100

    expect(draw(7)).toEqual(first)
    expect(draw(8)).not.toEqual(first)
    expect(share('after:delay')).toBeCloseTo(78, -0.5)
    expect(share('after:silence')).toBeCloseTo(5, -0.5)
    expect(share('before:silence')).toBeCloseTo(3, -0.5)
    expect(share('after:invisible+after:silence')).toBeCloseTo(1, -0.5)
  })

  test('spoils orders and nothing else, and the log says how', async () => {
    client.sandbox.control.setMix({ seed: 3, delayScale: 0, silenceMs: 1 })
    for (let index = 0; index < 60; index += 1) await order(`M-${index}`)

    const calls = client.sandbox.control.calls({ path: 'addEsimOrder' })
    const placed = new Set(client.sandbox.control.orders().map((entry) => entry.otherOrderId))
    for (const call of calls) {
      expect([call.reference, placed.has(call.reference)]).toEqual([
        call.reference,
        !call.faults.some((fault) => fault.startsWith('before')),
      ])
    }
    expect(calls.some((call) => call.faults.includes('after:silence'))).toBe(true)
    expect(client.sandbox.control.calls({ path: 'getSkus' }).every((call) => call.faults.length === 0)).toBe(true)
  })
})

describe('call log', () => {
  test('keeps order, code, transport and reference, and no secret', async () => {
    await order('R-1')

    const [call] = client.sandbox.control.calls({ path: 'addEsimOrder' })
    expect(call).toMatchObject({ method: 'POST', transport: 'form', code: 0, reference: 'R-1', faults: [] })
    expect(call?.orderNum).toBe(client.sandbox.control.orders()[0]?.orderNum)
    const text = JSON.stringify(client.sandbox.control.calls())
    for (const secret of [client.token(), 'demo-Pass1', '"sign"']) expect(text).not.toContain(secret)
  })
})

import { describe, expect, test } from 'vitest'
import { buildCatalog } from '#sandbox/upstream/catalog/build.ts'
import { openClient } from '#tests/unit/sandbox/sandbox-client.ts'

const { skus, partners } = buildCatalog()
const esim = skus.filter((sku) => sku.dpId === null)
const plans = skus.flatMap((sku) => sku.plans)

describe('catalogue', () => {
  test('is the same on every build', () => {
    expect(buildCatalog()).toEqual({ skus, partners })
  })

  test('has the size and the country codes of a real account', () => {
    expect(esim.length).toBeGreaterThan(165)
    expect(esim.length).toBeLessThan(185)
    expect(esim.filter((sku) => sku.countryCode.startsWith('99'))).toHaveLength(14)
    expect(esim.every((sku) => /^[1-9]\d*$/.test(sku.countryCode))).toBe(true)
    expect(esim.find((sku) => sku.english === 'Serbia')?.countryCode).toBe('891')
  })

  test('gives prominent destinations 10 to 20 plans and others 3 to 12', () => {
    const count = (name: string) => esim.find((sku) => sku.english === name)?.plans.length ?? 0

    for (const name of [
      'Japan',
      'Thailand',
      'United Kingdom',
      'United States',
      'Italy',
      'Spain',
      'France',
      'Türkiye',
      'South Korea',
    ]) {
      expect(count(name)).toBeGreaterThanOrEqual(10)
    }
    expect(Math.max(...esim.map((sku) => sku.plans.length))).toBeLessThanOrEqual(20)
    expect(esim.filter((sku) => sku.plans.length < 3).map((sku) => sku.english)).toEqual(['Vatican City'])
  })

  test('numbers every plan once and codes every plan once', () => {
    const codes = plans.flatMap((plan) => plan.apiCode ?? [])

    expect(new Set(plans.map((plan) => plan.priceid)).size).toBe(plans.length)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.every((code) => /^\d+-[01]-(\?-\d+-[GM]-D|\d+-\d+-[GM])$/.test(code))).toBe(true)
  })

  test('contains each awkward entry a shop has to survive', () => {
    expect(plans.filter((plan) => plan.apiCode === null)).toHaveLength(1)
    expect(plans.filter((plan) => plan.openCardFee !== null)).toHaveLength(1)
    expect(plans.some((plan) => plan.supportDaypass === 2)).toBe(true)
    expect(plans.some((plan) => plan.minDay !== null && plan.maxDay !== null && plan.minDay > plan.maxDay)).toBe(true)
    expect(plans.some((plan) => plan.supportDaypass === 1 && plan.minDay === null)).toBe(true)
    expect(plans.some((plan) => plan.mustDate === 1)).toBe(true)
    expect(esim.some((sku) => sku.networks === null)).toBe(true)
    expect(Math.max(...esim.map((sku) => sku.english.length))).toBe(90)
    const names = new Set(esim.flatMap((sku) => sku.supportCountry ?? []))
    for (const name of ['China.HongKong', 'Korea', 'South Korea', 'UAE', 'USA', 'Bosnia &  Herzegovina', 'Faeroe']) {
      expect(names).toContain(name)
    }
  })
})

describe('control routes', () => {
  const client = openClient()

  async function send(method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }> {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
    const response = await fetch(`${client.sandbox.url}/_control/${path}`, init)

    return { status: response.status, json: await response.json() }
  }

  describe('control plane', () => {
    test('changes price, number, code, bounds and presence of a plan', async () => {
      const { skuId, priceId } = await client.planOf('392-0-7-3-G')
      const plans = async () => (await client.get('getPackages', { skuId })).data.esimPackageDtoList

      await send('POST', 'price', { skuId, priceId, price: 9.99 })
      await send('POST', 'plan', { apiCode: '392-0-7-3-G', newPriceId: 777, minDay: 2 })
      await send('POST', 'plan', { apiCode: '392-0-7-1-G', hide: true })

      const found = (await plans()).find((plan: { apiCode: string }) => plan.apiCode === '392-0-7-3-G')
      expect(found).toMatchObject({ price: 9.99, priceid: 777, minDay: 2 })
      expect((await plans()).some((plan: { apiCode: string }) => plan.apiCode === '392-0-7-1-G')).toBe(false)
      expect((await client.buy('392-0-7-3-G')).data.price).toBe('9.99')
      expect((await client.post('addEsimOrder', { skuId, priceId, count: 1 })).code).toBe('3')
    })

    test('changes a product', async () => {
      const { skuId } = await client.planOf('764-0-7-3-G')
      await send('POST', 'sku', { skuId, hide: true })

      expect((await client.get('getSkus')).data.some((sku: { skuid: number }) => sku.skuid === skuId)).toBe(false)
    })

    test('sets stock, usage, account, clock and latency', async () => {
      await send('POST', 'inventory', { apiCode: '392-0-7-3-G', left: 1 })
      const { data } = await client.buy('392-0-7-3-G')
      const iccid = data.cardApiDtoList[0].iccid
      await send('POST', 'usage', { iccid, usedMb: 5, eid: '8904', dpStatus: 'Enable' })
      await send('POST', 'account', { credit: null })
      await send('POST', 'latency', { ms: 60 })
      const started = performance.now()

      const info = (await client.get('queryIccidInformation', { iccids: iccid })).data[0]

      expect(performance.now() - started).toBeGreaterThan(55)
      expect(info).toMatchObject({ eid: '8904', dpStatus: 'Enable' })
      expect((await client.buy('392-0-7-3-G')).code).toBe('32')
      expect((await send('GET', 'account')).json).toMatchObject({ credit: null })
      expect((await send('POST', 'clock', { now: '2027-01-01T00:00:00Z' })).json).toEqual({
        now: '2027-01-01T00:00:00.000Z',
      })
    })

    test('shows calls, faults, orders and counters', async () => {
      await client.buy('392-0-7-3-G', { otherOrderId: 'L-1' })
      await send('POST', 'faults', { path: 'getSkus', kind: 'html' })

      expect((await send('GET', 'faults')).json).toHaveLength(1)
      expect((await send('DELETE', 'faults')).status).toBe(200)
      expect((await send('GET', 'calls?path=addEsimOrder')).json).toHaveLength(1)
      expect((await send('GET', 'orders')).json).toMatchObject([
        { otherOrderId: 'L-1', statusNow: 0, esims: [{ cardType: 0 }] },
      ])
      const hits = await (await fetch(`${client.sandbox.url}/_hits`)).json()
      expect(hits).toMatchObject({ login: 1, addEsimOrder: 1 })
    })

    test('refuses what it does not understand', async () => {
      expect((await send('POST', 'faults', { path: 'getSkus', kind: 'magic' })).status).toBe(400)
      expect((await send('POST', 'account', { colour: 'red' })).status).toBe(400)
      expect((await send('POST', 'inventory', { apiCode: 'none', left: 1 })).status).toBe(400)
      expect((await send('POST', 'nothing')).status).toBe(404)
    })

    test('never gives a number out again after a reset', async () => {
      const first = (await client.buy('392-0-7-3-G')).data
      await send('POST', 'reset')
      await client.signIn()
      const second = (await client.buy('392-0-7-3-G')).data

      expect((await send('GET', 'orders')).json).toHaveLength(1)
      expect(second.orderNum).not.toBe(first.orderNum)
      expect(second.cardApiDtoList[0].iccid).not.toBe(first.cardApiDtoList[0].iccid)
    })
  })
})

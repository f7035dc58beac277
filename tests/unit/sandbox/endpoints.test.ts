import { describe, expect, test } from 'vitest'
import { openClient } from './sandbox-client.ts'

const client = openClient()

const RENEWABLE = '392-0-7-3-G'

async function boughtEsim(): Promise<{ orderNum: string; iccid: string }> {
  const { data } = await client.buy(RENEWABLE)

  return { orderNum: data.orderNum, iccid: data.cardApiDtoList[0].iccid }
}

describe('catalogue endpoints', () => {
  test('getSkus lists flat products with text country codes', async () => {
    const { code, data } = await client.get('getSkus')

    expect(code).toBe('0')
    expect(data).toContainEqual({ skuid: expect.any(Number), display: 'Japan', countryCode: '392' })
  })

  test('getPackages wraps the plans, in Chinese and English, and takes both spellings of the id', async () => {
    const { skuId } = await client.planOf(RENEWABLE)

    const { data } = await client.get('getPackages', { skuid: skuId })

    expect(data).toMatchObject({ skuid: skuId, countrycode: '392', display: '日本', displayEn: 'Japan' })
    expect(data.esimPackageDtoList[0]).toMatchObject({ unit: 'MB', networkDtoList: expect.any(Array) })
    expect(data.esimPackageDtoList.flatMap(Object.values)).not.toContain(null)
    expect(await client.get('getPackages')).toMatchObject({ code: -2, message: 'params is not null' })
    expect((await client.get('getPackages', { skuId: 1 })).code).toBe('3')
  })

  test('verifyResource answers 1 or 0 by what is left', async () => {
    const { skuId, priceId } = await client.planOf(RENEWABLE)
    client.sandbox.control.setInventory({ priceId, left: 2 })

    expect(await client.get('verifyResource', { skuid: skuId, priceid: priceId, count: 2 })).toMatchObject({
      code: 0,
      data: 1,
    })
    expect((await client.get('verifyResource', { skuid: skuId, priceid: priceId, count: 3 })).data).toBe(0)
  })

  test('an unknown path answers a page', async () => {
    const response = await fetch(`${client.sandbox.url}/api_esim/nothing`)

    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<html>')
  })
})

describe('partner endpoints', () => {
  test('list partners, their products and their plans', async () => {
    const { data: partners } = await client.get('getPhysicalSIMDpInfo')
    const dpId = partners[0].id

    const flat = await client.get('getDpSupportSkuInfo', { dpId })
    const grouped = await client.get('getDpSupportSkuInfoByGroup', { dpId })
    const plans = await client.get('getDpSupportPackageInfo', { dpId })

    expect(partners).toHaveLength(3)
    expect(flat.data.length).toBe(3)
    expect(grouped.data.continent).toEqual(['Common', 'Asia'])
    expect(grouped.data.data.Asia[0].countryCode).toEqual(expect.any(Number))
    expect(plans.data.esimPackageVoList[0]).toMatchObject({
      showName: expect.any(String),
      networkVos: expect.any(Array),
    })
    expect((await client.get('getDpSupportSkuInfo')).code).toBe(-10)
  })

  test('load a plan on a card the account already holds', async () => {
    const { data } = await client.get('getDpSupportPackageInfo', { dpId: 11 })
    const order = { skuId: data.skuid, priceId: data.esimPackageVoList[0].priceid, count: 1, backInfo: 1, dpId: 11 }

    const reply = await client.post('addEsimOrder', { ...order, iccids: '8986011000000000003' })

    expect(reply.data.cardApiDtoList[0].iccid).toBe('8986011000000000003')
    expect(reply.data.cardApiDtoList[0].code).toBeUndefined()
    expect((await client.get('queryEsimOrder', { orderMode: 0 })).data.rows[0].cardType).toBe(1)
  })
})

describe('card endpoints', () => {
  test('getIccidSupportSku names the own product and wider ones', async () => {
    const { iccid } = await boughtEsim()

    const { data } = await client.get('getIccidSupportSku', { iccid })

    expect(data[0].display).toBe('Japan')
    expect(data.map((sku: { display: string }) => sku.display)).toContain('Asia 12')
  })

  test('getIccidSupportPackageInfo holds renewable plans only', async () => {
    const { iccid } = await boughtEsim()

    const { data } = await client.get('getIccidSupportPackageInfo', { iccid })

    expect(data.esimPackageDtoList.length).toBeGreaterThan(2)
    expect(data.esimPackageDtoList.every((plan: { flowType: number }) => plan.flowType === 0)).toBe(true)
  })

  test('queryIccidInformation answers per card and refuses the 101st', async () => {
    const { iccid } = await boughtEsim()
    const others = Array.from({ length: 99 }, (_, index) => `894801099999${index}`)

    const { code, data } = await client.get('queryIccidInformation', { iccids: [iccid, ...others].join(',') })

    expect(code).toBe(0)
    expect(data).toHaveLength(100)
    expect(data[0]).toMatchObject({ success: true, canRenew: true, eid: null, dpStatus: null })
    expect(data[1]).toMatchObject({ success: false })
    expect((await client.get('queryIccidInformation', { iccids: [iccid, ...others, '1'].join(',') })).code).toBe('-8')
  })

  test('getHistoryDetail shows every plan of the card', async () => {
    const { iccid, orderNum } = await boughtEsim()
    await client.post('renewCardByApiCode', { apiCode: RENEWABLE, iccid })

    const { data } = await client.get('getHistoryDetail', { iccid })

    expect(data).toHaveLength(2)
    expect(data[0].renew).toBe(true)
    expect(data[1]).toMatchObject({ orderNum, renew: false, type: 0 })
    expect(data[1].createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.0$/)
  })

  test('getESIMDetail needs no token but a place on the list', async () => {
    const { iccid } = await boughtEsim()
    const ask = async () => (await fetch(`${client.sandbox.url}/api_esim/getESIMDetail?iccid=${iccid}`)).json()

    expect(await ask()).toMatchObject({ code: 400108, data: null, status: 'Fail' })
    client.sandbox.control.changeAccount({ esimDetail: 'not-enabled' })
    expect(await ask()).toMatchObject({ code: 400109 })
    client.sandbox.control.changeAccount({ esimDetail: 'listed' })
    expect(await ask()).toMatchObject({ code: 1, status: 'Success', data: { esimInfo: { iccid, supportRenew: true } } })
  })
})

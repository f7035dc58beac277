import { describe, expect, test } from 'vitest'
import { openClient } from './sandbox-client.ts'

const client = openClient({ now: '2027-03-10T02:00:00Z' })

const FIXED = '392-0-7-3-G'
const DAYPASS = '764-0-?-1-G-D'
const RETURNABLE_UNTIL_INSTALL = 'until-install'

describe('addEsimOrder', () => {
  test('answers the bare number, the full order or the PDF', async () => {
    const bare = await client.buy(FIXED, { backInfo: 0 })
    client.sandbox.control.setClock({ now: '2027-03-10T02:00:00Z' })
    const full = await client.buy(FIXED, { count: 2, otherOrderId: 'L-1', otherItemId: 'A-1' })
    const pdf = await client.buy(FIXED, { backInfo: 2 })

    expect(bare.data).toMatch(/^EP20270310\d{6}$/)
    expect(pdf.data.pdfUrl).toMatch(/^https:/)
    expect(full.data).toMatchObject({
      purchaseDate: '2027-03-10 10:00:00(GMT+8)',
      count: 2,
      status: 0,
      renewal: false,
      outerOrderid: 'L-1',
    })
    expect(full.data.cardApiDtoList).toHaveLength(2)
  })

  test('gives every card its own agreeing activation code', async () => {
    const { data } = await client.buy(FIXED, { count: 14 })

    const esims: { iccid: string; code: string; sm_dp_address: string; activationCode: string }[] = data.cardApiDtoList
    for (const esim of esims) expect(esim.code).toBe(`LPA:1$${esim.sm_dp_address}$${esim.activationCode}`)
    expect(new Set(esims.map((esim) => esim.code)).size).toBe(14)
    expect(new Set(esims.map((esim) => esim.iccid.length))).toEqual(new Set([18, 19]))
  })

  test('charges a day plan per day and keeps to its bounds', async () => {
    const { price } = await client.planOf(DAYPASS)

    const ordered = await client.buy(DAYPASS, { daypassDays: 7, count: 2 })

    expect(Number(ordered.data.price)).toBeCloseTo(price * 14, 6)
    expect(ordered.data.cardApiDtoList[0].validity).toBe(7)
    for (const daypassDays of [0, 31, 1.5, 'x']) expect((await client.buy(DAYPASS, { daypassDays })).code).toBe('31')
    expect((await client.buy(DAYPASS)).code).toBe('31')
    expect((await client.buy('608-0-?-1-G-D', { daypassDays: 10 })).code).toBe('31')
  })

  test('wants a real start date where the plan must have one', async () => {
    const plan = '682-0-7-1-G'

    expect((await client.buy(plan, { beginDate: '03/11/2027' })).code).toBe('0')
    for (const beginDate of ['', '2027-03-11', '02/30/2027', '03/09/2027']) {
      expect((await client.buy(plan, { beginDate })).code).toBe('34')
    }
  })

  test('refuses without stock or credit, by numbers the interface does not list', async () => {
    const { priceId } = await client.planOf(FIXED)
    client.sandbox.control.setInventory({ priceId, left: 1 })

    expect((await client.buy(FIXED, { count: 2 })).code).toBe('32')
    expect((await client.buy(FIXED)).code).toBe('0')
    expect((await client.buy(FIXED)).code).toBe('32')
    client.sandbox.control.changeAccount({ credit: '1.00' })
    expect((await client.buy('392-0-30-20-G')).code).toBe('33')
    expect(client.sandbox.control.orders()).toHaveLength(1)
  })

  test('lets its own exception out when a plan code stands in the place of the number', async () => {
    const { skuId } = await client.planOf(FIXED)

    const reply = await client.post('addEsimOrder', { skuId, priceId: FIXED, count: 1 })

    expect(reply.message).toContain('NumberFormatException')
  })

  test('places the same reference twice: it removes no doubles', async () => {
    await client.buy(FIXED, { otherOrderId: 'L-9' })
    await client.buy(FIXED, { otherOrderId: 'L-9' })

    expect((await client.get('queryEsimOrder', { outerOrderId: 'L-9' })).data.total).toBe(2)
    expect((await client.get('queryEsimOrder', { outerOrderId: 'none' })).data).toEqual({ total: 0, page: 1, rows: [] })
  })
})

describe('order queries', () => {
  test('filter by every documented field', async () => {
    const { data: order } = await client.buy(FIXED, { otherOrderId: 'L-1', otherItemId: 'A-1' })
    const iccid = order.cardApiDtoList[0].iccid
    client.sandbox.control.changeUsage({ iccid, usedMb: 12.5, beginDate: '2027-03-12T00:00:00+08:00' })
    const hits = {
      orderNum: order.orderNum,
      iccid,
      subTime: '2027/03/10-2027/03/10',
      sTime: '2027/03/12-2027/03/12',
      eTime: '2027/03/19-2027/03/19',
      status: 0,
      packetName: '3GB',
      cardType: 0,
      outerOrderId: 'L-1',
      outerItemId: 'A-1',
    }
    const misses = {
      ...hits,
      orderNum: 'x',
      iccid: '1',
      subTime: '2027/03/11-2027/03/12',
      sTime: '2027/03/13-2027/03/13',
    }

    for (const [name, value] of Object.entries(hits)) {
      expect([name, (await client.get('queryEsimOrder', { [name]: value })).data.total]).toEqual([name, 1])
    }
    for (const name of ['orderNum', 'iccid', 'subTime', 'sTime'] as const) {
      expect([name, (await client.get('queryEsimOrder', { [name]: misses[name] })).data.total]).toEqual([name, 0])
    }
    const { rows } = (await client.get('queryEsimOrder', hits)).data
    expect(rows[0]).toMatchObject({ totle: order.price, pflag: true, renew: 0, createTime: '2027-03-10 10:00:00.0' })
    expect(rows[0].packageList[0]).toMatchObject({
      usedMb: 12.5,
      beginDate: '2027-03-12 00:00',
      endDate: '2027-03-19 00:00',
    })
    expect((await client.get('queryEsimOrder', { subTime: 'today' })).code).toBe('-8')
  })

  test('a bare query looks three months back and pages by 30', async () => {
    await client.buy(FIXED, { backInfo: 0 })
    client.sandbox.control.setClock({ advanceMs: 100 * 86_400_000 })
    await client.signIn()
    for (let index = 0; index < 31; index += 1) await client.buy(FIXED, { backInfo: 0 })

    const first = (await client.get('queryEsimOrder')).data

    expect([first.total, first.rows.length]).toEqual([31, 30])
    expect((await client.get('queryEsimOrder', { pageNo: 2 })).data.rows).toHaveLength(1)
    expect((await client.get('queryEsimOrder', { cardType: 0 })).data.total).toBe(32)
  })

  test('the legacy query echoes the references and wants dates', async () => {
    const { data: order } = await client.buy(FIXED, { otherOrderId: 'L-1' })

    const { data } = await client.get('queryOrder', {
      startDate: '2027-03-10',
      endDate: '2027-03-10',
      outerOrderId: 'L-1',
    })

    expect(data.rows[0]).toMatchObject({
      orderid: order.orderNum,
      outerOrderId: 'L-1',
      outerItemId: '',
      subTime: expect.stringMatching(/^2027-03-10 10:0\d:\d\d$/),
      flowType: '0',
    })
    expect((await client.get('queryOrder', { startDate: '2027-03-10' })).code).toBe(-2)
  })

  test('can be told to ignore or to lose the reference', async () => {
    await client.buy(FIXED, { otherOrderId: 'L-1' })
    client.sandbox.control.changeAccount({ filterByReference: false })
    expect((await client.get('queryEsimOrder', { outerOrderId: 'other' })).data.total).toBe(1)

    client.sandbox.control.changeAccount({ filterByReference: true, keepReferences: false })
    await client.buy(FIXED, { otherOrderId: 'L-2' })

    expect((await client.get('queryEsimOrder', { outerOrderId: 'L-2' })).data.total).toBe(0)
    expect(client.sandbox.control.orders()[1]?.otherOrderId).toBe('L-2')
  })
})

describe('renewal', () => {
  test('makes a second order that both sides of the chain name', async () => {
    const { data: main } = await client.buy(FIXED)
    const iccid = main.cardApiDtoList[0].iccid
    const { skuId, priceId } = await client.planOf(FIXED)

    const { data: renewal } = await client.post('renewCard', {
      skuId,
      priceId,
      iccid,
      backInfo: 1,
      otherOrderId: 'T-1',
    })

    expect(renewal).toMatchObject({ renewal: true, renew: 1, mainOrderNum: main.orderNum })
    expect(renewal.cardApiDtoList[0].iccid).toBe(iccid)
    const again = await client.get('reDownOrderPDF', { orderNum: main.orderNum, backInfo: 1 })
    expect(again.data.renewOrderNum).toEqual([renewal.orderNum])
    expect((await client.get('queryEsimOrder', { iccid })).data.total).toBe(2)
  })

  test('takes a day plan by code with its question mark', async () => {
    const { data: main } = await client.buy(DAYPASS, { daypassDays: 2 })
    const params = { apiCode: DAYPASS, orderNum: main.orderNum, backInfo: 1 }

    const reply = await client.post('renewCardByApiCode', { ...params, daypassDays: 5 })

    expect(reply.data.cardApiDtoList[0].validity).toBe(5)
    expect((await client.post('renewCardByApiCode', params)).code).toBe('31')
  })

  test('is refused without a card, for an unknown card and for a plan that cannot be renewed', async () => {
    const { data: main } = await client.buy(FIXED)

    expect((await client.post('renewCardByApiCode', { apiCode: FIXED })).code).toBe(-2)
    expect((await client.post('renewCardByApiCode', { apiCode: FIXED, iccid: '1' })).code).toBe('3')
    const oneDay = { apiCode: '392-0-1-1-G', orderNum: main.orderNum }
    expect((await client.post('renewCardByApiCode', oneDay)).code).toBe('35')
  })
})

describe('refundOrder', () => {
  async function returnable(count: number): Promise<{ orderNum: string; iccids: string[] }> {
    const { priceId } = await client.planOf(FIXED)
    client.sandbox.control.changePlan({ priceId, cancelRule: RETURNABLE_UNTIL_INSTALL })
    const { data } = await client.buy(FIXED, { count })

    return { orderNum: data.orderNum, iccids: data.cardApiDtoList.map((esim: { iccid: string }) => esim.iccid) }
  }

  const statusOf = async (orderNum: string) => (await client.get('queryEsimOrder', { orderNum })).data.rows[0]

  test('cancels card by card: status 4 first, 2 at the end, credit returned', async () => {
    const { orderNum, iccids } = await returnable(3)
    const [first = '', ...rest] = iccids

    const reply = await client.post('refundOrder', { orderNum, iccids: first })
    const partly = await statusOf(orderNum)
    await client.post('refundOrder', { orderNum, iccids: rest.join(',') })

    expect(reply).toEqual({ code: '0', message: 'success', data: null })
    expect(partly.status).toBe(4)
    expect(partly.packageList.map((entry: { iccid: string }) => entry.iccid)).toEqual(rest)
    expect((await statusOf(orderNum)).status).toBe(2)
    expect(Number(client.sandbox.control.account().credit)).toBe(1_000_000)
    expect((await client.post('refundOrder', { orderNum, iccids: first })).code).toBe('4')
    expect((await client.get('reDownOrderPDF', { orderNum })).code).toBe('4')
  })

  test('can take its time', async () => {
    const { orderNum, iccids } = await returnable(1)
    client.sandbox.control.changeAccount({ cancelDelayMs: 60_000 })

    await client.post('refundOrder', { orderNum, iccids: iccids.join(',') })

    expect((await statusOf(orderNum)).status).toBe(0)
    client.sandbox.control.setClock({ advanceMs: 61_000 })
    expect((await statusOf(orderNum)).status).toBe(2)
  })

  test('is locked out by getOrderInfo and by nothing else that reads', async () => {
    const open = await returnable(1)
    const locked = await returnable(1)
    await client.get('reDownOrderPDF', { orderNum: open.orderNum, backInfo: 1 })
    await client.get('getOrderInfo', { orderNum: locked.orderNum })

    expect((await client.post('refundOrder', { ...open, iccids: open.iccids.join(',') })).code).toBe('0')
    expect((await client.post('refundOrder', { ...locked, iccids: locked.iccids.join(',') })).code).toBe('22')
  })

  test('follows the words of the plan about installation, use and never', async () => {
    const installed = await returnable(1)
    client.sandbox.control.changeUsage({ iccid: installed.iccids[0] ?? '', eid: '89049032000000000000000000000001' })
    const used = await returnable(1)
    client.sandbox.control.changeUsage({ iccid: used.iccids[0] ?? '', usedMb: 1 })

    for (const { orderNum, iccids } of [installed, used]) {
      expect((await client.post('refundOrder', { orderNum, iccids: iccids.join(',') })).code).toBe('22')
    }
  })

  test('needs the cards, and cards of this order', async () => {
    const { orderNum } = await returnable(1)

    expect((await client.post('refundOrder', { orderNum })).code).toBe(-2)
    expect((await client.post('refundOrder', { orderNum, iccids: '1' })).code).toBe('3')
    expect((await client.post('refundOrder', { orderNum: 'x', iccids: '1' })).code).toBe('3')
  })

  test('shows status 5 on an order whose card was deleted', async () => {
    const { orderNum, iccids } = await returnable(1)

    client.sandbox.control.changeUsage({ iccid: iccids[0] ?? '', dpStatus: 'Delete' })

    expect((await statusOf(orderNum)).status).toBe(5)
  })
})

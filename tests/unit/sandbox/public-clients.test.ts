import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { stamp } from '#sandbox/upstream/clock.ts'
import { type RunningSandbox, startSandbox } from '#sandbox/upstream/server.ts'

const network = z.object({ type: z.string(), operator: z.string(), namecn: z.string(), nameen: z.string() })

const image = z.object({ imageUrl: z.string(), countryCode: z.number(), name: z.string(), nameEn: z.string() })

/** What a program that checks each answer wants of a plan: every field there, texts and numbers never null. */
const plan = z.object({
  flows: z.number(),
  days: z.number(),
  unit: z.string(),
  price: z.number(),
  priceid: z.number(),
  pid: z.number(),
  flowType: z.number(),
  showName: z.string(),
  premark: z.string(),
  expireDays: z.number(),
  supportDaypass: z.number(),
  hadDaypassDetail: z.number(),
  overlay: z.number(),
  openCardFee: z.number(),
  minDay: z.number(),
  maxDay: z.number(),
  singleDiscountDay: z.number(),
  singleDiscount: z.number(),
  maxDiscount: z.number(),
  mustDate: z.number(),
  apiCode: z.string(),
  countryImageUrlDtoList: z.array(image),
})

/** A plan in the lists of partners. */
const partnerPlan = plan.extend({ networkVos: z.array(network) })

/** What `getPackages` answers. */
const esimPlans = z.object({
  skuid: z.number(),
  detailId: z.number().nullable(),
  countrycode: z.string(),
  imageUrl: z.string(),
  display: z.string(),
  displayEn: z.string(),
  supportCountry: z.array(z.string()),
  expirydate: z.string().nullable(),
  countryImageUrlDtoList: z.array(image),
  esimPackageDtoList: z.array(plan.extend({ networkDtoList: z.array(network) })),
})

/** What `getSkuByGroup` answers. */
const groupedProducts = z.object({
  continent: z.array(z.string()),
  data: z.record(
    z.string(),
    z.array(
      z.object({
        skuid: z.number(),
        countryCode: z.number(),
        imageUrl: z.string(),
        display: z.string(),
        note: z.string(),
        search: z.string(),
        continentCode: z.number(),
      }),
    ),
  ),
})

/** An eSIM of an order placed with `backInfo` 1. */
const esim = z.object({
  iccid: z.string(),
  data: z.string(),
  validity: z.number(),
  mobileNumber: z.string(),
  activateBefore: z.string(),
  usedMB: z.number(),
  dpId: z.string(),
  pdfUrl: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
})

const SECRET = 'sandbox-secret-0001'
const ACCOUNT = { phonenumber: '10000000000', password: 'demo-Pass1' }

type Params = Record<string, string>

/** Whatever the body held: answers are read field by field, as the program under imitation does. */
type Body = Awaited<ReturnType<Response['json']>>

type Reply = { code: string | number; message: string; data: Body }

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.control.reset())
afterAll(() => sandbox.close())

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const joined = (params: Params) =>
  Object.keys(params)
    .sort()
    .map((key) => `${key}=${params[key]}`)
    .join('')

const present = (params: Params) => Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ''))

type Way = { sign: (params: Params) => string; send: (path: string, params: Params) => Promise<Response> }

const byForm = (path: string, params: Params) =>
  fetch(sandbox.url + path, { method: 'POST', body: new URLSearchParams(params) })

/** TypeScript: encodes the signed text with what the language brings, empty values and all. */
const script: Way = {
  sign: (params) => md5(encodeURIComponent(joined(params) + SECRET)).toUpperCase(),
  send: (path, params) =>
    path === '/api_order/login' ? fetch(`${sandbox.url}${path}?${new URLSearchParams(params)}`) : byForm(path, params),
}

/** PHP: drops what is empty before it signs, and sends a mail switch with every call. */
const laravel: Way = {
  sign: (params) => md5(joined(present(params)) + SECRET),
  send: (path, params) => byForm(path, present(params)),
}

/** Go: everything in the query of a POST, empty values signed like the others. */
const go: Way = {
  sign: (params) => md5(joined(params) + SECRET),
  send: (path, params) => fetch(`${sandbox.url}${path}?${new URLSearchParams(params)}`, { method: 'POST' }),
}

async function ask({ sign, send }: Way, path: string, params: Params): Promise<Reply> {
  const response = await send(path, { ...params, sign: sign(params) })

  return (await response.json()) as Reply
}

async function signIn(way: Way): Promise<(name: string, params?: Params) => Promise<Reply>> {
  const { data } = await ask(way, '/api_order/login', ACCOUNT)

  return (name, params = {}) => ask(way, `/api_esim/${name}`, { token: data.token, ...params })
}

function expectReadable(schema: z.ZodType, value: unknown): void {
  const read = schema.safeParse(value)

  expect(read.error?.issues ?? []).toEqual([])
}

describe('a TypeScript program that checks every answer', () => {
  test('reads the plans of every product', async () => {
    const call = await signIn(script)
    const { data: skus } = await call('getSkus')
    for (const { skuid } of skus) {
      const { code, data } = await call('getPackages', { skuId: String(skuid) })

      expect(Number(code)).toBe(0)
      expectReadable(esimPlans, data)
    }
    expect(skus.length).toBeGreaterThan(170)
  })

  test('reads the products by continent', async () => {
    const { data } = await (await signIn(script))('getSkuByGroup')

    expectReadable(groupedProducts, data)
  })

  test("signs brackets, exclamation marks and quotes bare, and a date's slashes either way", async () => {
    const call = await signIn(script)
    const { skuId, priceId } = await japanesePlan(call)
    const order = { skuId, priceId, count: '1', backInfo: '1', beginDate: daysAhead(3), remark: "(it's for her!)" }

    const bought = await call('addEsimOrder', order)
    const python: Way = { ...script, sign: (params) => md5(quoted(joined(params) + SECRET)).toUpperCase() }
    const second = await (await signIn(python))('addEsimOrder', order)

    expect([bought.code, second.code]).toEqual(['0', '0'])
    expectReadable(z.array(esim), bought.data.cardApiDtoList)
  })

  test('is refused with a star left bare, which the specification encodes', async () => {
    const { skuId } = await japanesePlan(await signIn(script))

    expect((await (await signIn(script))('getPackages', { skuId, note: '2*3' })).code).toBe(-30)
  })
})

describe('a PHP program that sells plastic cards too', () => {
  test('walks from the partners to the plans of each of their products', async () => {
    const call = await signIn(laravel)
    const { data: partners } = await call('getPhysicalSIMDpInfo', { isSendEmail: '1' })
    let seen = 0
    for (const { id } of partners) {
      const { data: skus } = await call('getDpSupportSkuInfo', { dpId: String(id) })
      for (const { skuid } of skus) {
        const { code, data } = await call('getDpSkuSupportPackageInfo', { dpId: String(id), skuid: String(skuid) })
        seen += 1

        expect(code).toBe('0')
        expect(data.skuid).toBe(skuid)
        expectReadable(z.array(partnerPlan).min(1), data.esimPackageVoList)
        expectReadable(z.array(z.string()), data.supportCountry)
      }
    }

    expect(seen).toBe(10)
    expect((await call('getDpSkuSupportPackageInfo', { skuid: '800' })).code).toBe(-10)
    expect((await call('getDpSkuSupportPackageInfo', { dpId: '11' })).code).toBe(-2)
    expect((await call('getDpSkuSupportPackageInfo', { dpId: '12', skuid: '800' })).code).toBe('3')
  })

  test('orders by the code of a plan, a question mark in it, and finds the order by American dates', async () => {
    const call = await signIn(laravel)
    const input = { count: '1', daypassDays: '4', beginDate: daysAhead(2), otherOrderId: 'O-20260508-14:53:39-000001' }

    const bought = await call('addEsimOrderByApiCode', {
      ...input,
      apiCode: '392-0-?-1-G-D',
      backInfo: '1',
      isSendEmail: '0',
      customerEmail: 'a.b+c@example.com',
    })
    const day = american(Date.now())
    const found = await call('queryOrder', { startDate: day, endDate: day, outerOrderId: input.otherOrderId })

    expect(bought).toMatchObject({ code: '0', data: { count: 1, cardApiDtoList: [{ validity: 4 }] } })
    expect(found.data.rows).toMatchObject([{ orderid: bought.data.orderNum }])
    expect((await call('addEsimOrderByApiCode', { ...input, apiCode: '392-0-0-0-G' })).code).toBe('3')
    expect((await call('addEsimOrderByApiCode', { apiCode: '392-0-7-3-G' })).code).toBe(-2)
    expect((await call('queryOrder', { startDate: '13/40/2026', endDate: day })).code).toBe('-8')
  })

  test('loads a plan on a card it holds, by the code of the plan', async () => {
    const call = await signIn(laravel)
    const { data } = await call('getDpSkuSupportPackageInfo', { dpId: '11', skuid: '800' })
    const { apiCode } = data.esimPackageVoList[0]

    const loaded = await call('addEsimOrderByApiCode', {
      apiCode,
      count: '1',
      dpId: '11',
      iccids: '8986011000000000003',
      backInfo: '1',
    })

    expect(loaded).toMatchObject({ code: '0', data: { cardApiDtoList: [{ iccid: '8986011000000000003' }] } })
  })

  test('has the PDF of an order sent, while the order stands', async () => {
    const call = await signIn(laravel)
    const apiCode = '392-0-7-3-G'
    const { data } = await call('addEsimOrderByApiCode', { apiCode, count: '2', backInfo: '1' })
    const [first, second] = data.cardApiDtoList
    const mail = { type: 'email', email: 'guest@example.com', saveType: '0', orderId: data.orderNum }

    expect((await call('handlerEsimPdf', mail)).code).toBe('0')
    expect((await call('handlerEsimPdf', { ...mail, iccids: first.iccid })).code).toBe('0')
    expect((await call('handlerEsimPdf', { ...mail, iccids: '8900000000000000000' })).code).toBe('3')
    expect((await call('handlerEsimPdf', { ...mail, orderId: 'EP0' })).code).toBe('3')
    expect((await call('handlerEsimPdf', { type: 'email' })).code).toBe(-2)
    const file = await call('handlerEsimPdf', { type: 'download', orderId: data.orderNum })
    expect(file.data).toMatchObject({ orderNum: data.orderNum, pdfUrl: expect.stringContaining('.pdf') })
    // The order can still be cancelled: only getOrderInfo ends that.
    const iccids = [first.iccid, second.iccid].join(',')
    expect((await call('refundOrder', { orderNum: data.orderNum, iccids })).code).toBe('0')
    expect((await call('handlerEsimPdf', mail)).code).toBe('4')
  })
})

describe('a Go program that signs empty values', () => {
  test('is answered, with the empty values sent along', async () => {
    const call = await signIn(go)
    const { skuId, priceId } = await japanesePlan(call)
    const order = { skuId, priceId, count: '1', backInfo: '', remark: '', otherOrderId: 'G-1' }

    const { code, data: orderNum } = await call('addEsimOrder', order)

    expect([code, typeof orderNum]).toEqual(['0', 'string'])
    expect((await call('queryEsimOrder', { orderNum, iccid: '' })).data.rows).toMatchObject([{ orderNum, status: 0 }])
  })
})

test('a signature over other values is still refused in every form', async () => {
  for (const way of [script, laravel, go]) {
    const { data } = await ask(way, '/api_order/login', ACCOUNT)
    const params = { token: data.token, skuId: '20', remark: '' }
    const response = await way.send('/api_esim/getPackages', { ...params, skuId: '21', sign: way.sign(params) })

    expect(((await response.json()) as Reply).code).toBe(-30)
  }
})

async function japanesePlan(call: (name: string, params?: Params) => Promise<Reply>) {
  const { data: skus } = await call('getSkus')
  const skuId = String(skus.find((sku: { display: string }) => sku.display === 'Japan').skuid)
  const { data } = await call('getPackages', { skuId })

  return { skuId, priceId: String(data.esimPackageDtoList[0].priceid) }
}

/** As Python quotes a text: the slash bare, brackets, quotes and exclamation marks encoded. */
function quoted(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/')
}

function daysAhead(days: number): string {
  return american(Date.now() + days * 86_400_000)
}

/** `MM/DD/YYYY`, in the zone of the service. */
function american(at: number): string {
  const [year, month, day] = stamp.day(at).split('-')

  return `${month}/${day}/${year}`
}

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '#sandbox/upstream/server.ts'

const SECRET = 'sandbox-secret-0001'
const ACCOUNT = { phonenumber: '10000000000', password: 'demo-Pass1' }

let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

type Params = Record<string, string>

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const byKey = (params: Params) =>
  Object.keys(params)
    .sort()
    .map((key) => `${key}=${params[key]}`)
    .join('')

/** Signs in with a GET, reads by POST with a form. */
const formClient = {
  sign: (params: Params): Params => ({ ...params, sign: md5(byKey(params) + SECRET) }),
  login: async (url: string) => fetch(`${url}/api_order/login?${new URLSearchParams(formClient.sign(ACCOUNT))}`),
  call: async (url: string, name: string, params: Params) =>
    fetch(`${url}/api_esim/${name}`, { method: 'POST', body: new URLSearchParams(formClient.sign(params)) }),
}

/** Signs in with a POST whose parameters stand in the query, and reads the same way. */
const queryClient = {
  login: async (url: string) =>
    fetch(`${url}/api_order/login?${new URLSearchParams(formClient.sign(ACCOUNT))}`, { method: 'POST' }),
  call: async (url: string, name: string, params: Params) =>
    fetch(`${url}/api_esim/${name}?${new URLSearchParams(formClient.sign(params))}`, { method: 'POST' }),
}

/** Signs in with a POST form and signs in the encoded form, with a parameter of its own on every call. */
const encodedClient = {
  sign: (params: Params): Params => {
    const encoded = encodeURIComponent(byKey(params) + SECRET).replace(
      /[!'()*]/g,
      (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
    )

    return { ...params, sign: md5(encoded).toUpperCase() }
  },
  login: async (url: string) =>
    fetch(`${url}/api_order/login`, { method: 'POST', body: new URLSearchParams(encodedClient.sign(ACCOUNT)) }),
  call: async (url: string, name: string, params: Params) => {
    const body = new URLSearchParams(encodedClient.sign({ ...params, language: "it's (2*) ~" }))

    return fetch(`${url}/api_esim/${name}`, { method: 'POST', body })
  },
}

describe.each([
  ['login by GET, reads by POST form', formClient, 'query', 'form'],
  ['login and reads by POST with a query', queryClient, 'query', 'query'],
  ['encoded signature and an extra parameter', encodedClient, 'form', 'form'],
])('a client with %s', (_, client, loginTransport, readTransport) => {
  test('signs in, reads the catalogue, orders and finds the order', async () => {
    sandbox.control.reset()
    const { data } = (await (await client.login(sandbox.url)).json()) as { data: { token: string } }
    const ask = async (name: string, params: Params = {}) =>
      (await (await client.call(sandbox.url, name, { token: data.token, ...params })).json()) as {
        code: string
        data: never
      }
    const skus: { skuid: number; display: string }[] = (await ask('getSkus')).data
    const skuId = String(skus.find((sku) => sku.display === 'Italy')?.skuid)
    const packages: { esimPackageDtoList: { priceid: number }[] } = (await ask('getPackages', { skuid: skuId })).data
    const priceId = String(packages.esimPackageDtoList[0]?.priceid)

    const orderNum: string = (await ask('addEsimOrder', { skuId, priceId, count: '1', otherOrderId: 'F-1' })).data

    const found: { rows: unknown[] } = (await ask('queryEsimOrder', { outerOrderId: 'F-1' })).data
    expect(found.rows).toMatchObject([{ orderNum, status: 0 }])
    const [login, read] = sandbox.control.calls()
    expect([login?.transport, read?.transport]).toEqual([loginTransport, readTransport])
  })
})

test('a JSON body is a wrong signature everywhere but at login', async () => {
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(`${sandbox.url}/api_order/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(formClient.sign(ACCOUNT)),
  })
  const { data } = (await login.json()) as { data: { token: string } }

  const response = await fetch(`${sandbox.url}/api_esim/getSkus`, {
    method: 'POST',
    headers,
    body: JSON.stringify(formClient.sign({ token: data.token })),
  })

  expect(await response.json()).toMatchObject({ code: -30 })
})

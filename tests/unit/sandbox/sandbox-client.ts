import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type RunningSandbox, type SandboxOptions, startSandbox } from '#sandbox/upstream/server.ts'

export const SECRET = 'sandbox-secret-0001'

export type Params = Record<string, string | number>

/** Whatever the body held: answers are read field by field, as a foreign client would. */
type Body = Awaited<ReturnType<Response['json']>>

export type Reply = { code: string | number; message?: string; status?: string; data?: Body }

export function signed(params: Params, secret = SECRET): Record<string, string> {
  const texts = Object.entries(params).flatMap(([key, value]) => (value === '' ? [] : [[key, String(value)] as const]))
  const joined = texts.map(([key, value]) => `${key}=${value}`).sort()

  return {
    ...Object.fromEntries(texts),
    sign: createHash('md5')
      .update(joined.join('') + secret)
      .digest('hex'),
  }
}

export type Client = {
  token: () => string
  signIn: () => Promise<Reply>
  get: (name: string, params?: Params) => Promise<Reply>
  post: (name: string, params?: Params) => Promise<Reply>
  /** A placed order for one eSIM of the plan with this code. */
  buy: (apiCode: string, more?: Params) => Promise<Reply>
  planOf: (apiCode: string) => Promise<{ skuId: number; priceId: number; price: number }>
}

export async function startClient(options: SandboxOptions = {}): Promise<Client & { sandbox: RunningSandbox }> {
  const sandbox = await startSandbox(options)

  return { ...clientOf(sandbox), sandbox }
}

type Opening = { isSignedIn?: boolean; now?: string }

/** A client of one sandbox for all tests of a file or a group; each begins on new books, and signed in. */
export function openClient({ isSignedIn = true, now }: Opening = {}): Awaited<ReturnType<typeof startClient>> {
  const client = {} as Awaited<ReturnType<typeof startClient>>
  beforeAll(async () => {
    Object.assign(client, await startClient())
  })
  beforeEach(async () => {
    client.sandbox.control.reset()
    if (now) client.sandbox.control.setClock({ now })
    if (isSignedIn) await client.signIn()
  })
  afterAll(() => client.sandbox.close())

  return client
}

export function clientOf({ url }: { url: string }, knownToken = ''): Client {
  let token = knownToken
  const query = (params: Params) => new URLSearchParams(signed({ token, ...params }))
  const client: Client = {
    token: () => token,
    signIn: async () => {
      const reply = await read(
        await fetch(`${url}/api_order/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(signed({ phonenumber: '10000000000', password: 'demo-Pass1' })),
        }),
      )
      token = reply.data?.token ?? ''

      return reply
    },
    get: async (name, params = {}) => read(await fetch(`${url}/api_esim/${name}?${query(params)}`)),
    post: async (name, params = {}) =>
      read(await fetch(`${url}/api_esim/${name}`, { method: 'POST', body: query(params) })),
    buy: async (apiCode, more = {}) => {
      const { skuId, priceId } = await client.planOf(apiCode)

      return client.post('addEsimOrder', { skuId, priceId, count: 1, backInfo: 1, ...more })
    },
    planOf: async (apiCode) => {
      const [countryCode] = apiCode.split('-')
      const { data: skus } = await client.get('getSkus')
      for (const sku of skus) {
        if (sku.countryCode !== countryCode) continue
        const { data } = await client.get('getPackages', { skuId: sku.skuid })
        for (const plan of data.esimPackageDtoList) {
          if (plan.apiCode === apiCode) return { skuId: sku.skuid, priceId: plan.priceid, price: plan.price }
        }
      }
      throw new Error(`no plan ${apiCode}`)
    },
  }

  return client
}

async function read(response: Response): Promise<Reply> {
  return (await response.json()) as Reply
}

import { randomBytes } from 'node:crypto'
import { forgetEnvironment } from '#lib/core/env.ts'
import { closeDatabase } from '#lib/core/repository/client.ts'
import { ownDatabase } from '#tests/support/database-copies.ts'

export const ORIGIN = 'http://shop.test'

/** A database of its own and an address, for tests of what stands between a request and a service. */
export async function startHttpWorld(settings: Record<string, string> = {}) {
  const all = {
    DATABASE_URL: await ownDatabase(),
    DATA_KEYS: `test:${randomBytes(32).toString('base64')}`,
    PUBLIC_URL: ORIGIN,
    LOG_LEVEL: 'silent',
    ...settings,
  }
  Object.assign(process.env, all)
  forgetEnvironment()

  return {
    close: async () => {
      await closeDatabase()
      for (const name of Object.keys(all)) delete process.env[name]
      forgetEnvironment()
    },
  }
}

type Sent = { headers?: Record<string, string | undefined>; body?: unknown; method?: string; path?: string }

/** A request as a page of ours sends it; headers given as `undefined` are left out. */
export function ownRequest({ headers = {}, body = {}, method = 'POST', path = '/api/test' }: Sent = {}): Request {
  const all: Record<string, string | undefined> = {
    origin: ORIGIN,
    'content-type': 'application/json',
    'x-forwarded-for': '192.0.2.10',
    ...headers,
  }
  const kept = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)

  return new Request(`${ORIGIN}${path}`, {
    method,
    headers: kept,
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailSink } from '#sandbox/mail/server.ts'
import { startTestPayments } from '#sandbox/payments/server.ts'
import { startSandbox } from '#sandbox/upstream/server.ts'

const KEYS = { key: 'test-key', webhookSecret: 'webhook-secret' }
const running: { name: string; url: string; close: () => Promise<void> }[] = []

beforeAll(async () => {
  running.push({ name: 'payments', ...(await startTestPayments(KEYS)) })
  running.push({ name: 'mail', ...(await startMailSink()) })
  running.push({ name: 'upstream', ...(await startSandbox()) })
})
afterAll(() => Promise.all(running.map(({ close }) => close())))

/** `fetch` writes host and origin itself; this sends them as they are given. */
function send(
  url: string,
  { method = 'POST', path = '/', headers = {} }: { method?: string; path?: string; headers?: Record<string, string> },
) {
  return new Promise<number>((resolve, reject) => {
    const { port } = new URL(url)
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (incoming) => {
      incoming.resume()
      resolve(incoming.statusCode ?? 0)
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

const SERVERS = ['payments', 'mail', 'upstream']
const urlOf = (name: string) => running.find((one) => one.name === name)?.url ?? ''

test.each(SERVERS)('the control of %s does what a program on this machine asks', async (name) => {
  expect(await send(urlOf(name), { path: '/_control/reset' })).toBe(200)
  expect(await send(urlOf(name), { path: '/_control/reset', headers: { host: 'localhost:4000' } })).toBe(200)
})

test.each(
  SERVERS.flatMap((name) =>
    [
      { host: 'evil.example' },
      { host: 'evil.example:80' },
      { host: '127.0.0.1.evil.example' },
      { host: 'localhost@evil.example' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ].map((headers) => [name, headers] as const),
  ),
)('the control of %s refuses %j', async (name, headers) => {
  expect(await send(urlOf(name), { path: '/_control/reset', headers })).toBe(403)
})

test.each([
  ['payments', '/v1/payments'],
  ['payments', '/pay/ses_none'],
  ['mail', '/'],
  ['upstream', '/_hits'],
])('%s shows nothing at %s to a page that gave its own name this address', async (name, path) => {
  expect(await send(urlOf(name), { method: 'GET', path, headers: { host: 'evil.example' } })).toBe(403)
})

test.each([
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{}, 400],
])('a button of the payment page pressed with %j is answered %d', async (headers, status) => {
  expect(await send(urlOf('payments'), { path: '/pay/ses_none', headers })).toBe(status)
})

test('the button of the page itself is taken', async () => {
  const url = urlOf('payments')
  const headers = { origin: url, 'sec-fetch-site': 'same-origin' }

  // No button was named: the complaint of the page, not of its door.
  expect(await send(url, { path: '/pay/ses_none', headers })).toBe(400)
})

test.each(['0.0.0.0', '::', '192.0.2.1', 'shop.example'])('no stand-in listens on %s', async (host) => {
  await expect(startTestPayments({ ...KEYS, host })).rejects.toThrow('on this machine alone')
  await expect(startMailSink({ host })).rejects.toThrow('on this machine alone')
  await expect(startSandbox({ host })).rejects.toThrow('on this machine alone')
})

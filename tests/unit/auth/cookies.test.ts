import { NextRequest } from 'next/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toSignedOut } from '#app/api/sign-in/session-routes.ts'
import { accountCookie, endedAccountCookie, guestCookie } from '#lib/auth/customer-session.ts'
import { deviceCookie } from '#lib/auth/sign-in.ts'
import { staffCookie, staffCookies } from '#lib/auth/staff-cookie.ts'
import { forgetEnvironment } from '#lib/core/env.ts'
import { cookieLine, readPreference } from '#lib/core/rules/own-cookie.ts'
import { readTree } from '#tests/support/tree.ts'

type Proxy = { proxy: (request: NextRequest) => Response }
// It stands beside the rooms, where no import reaches.
const { proxy }: Proxy = await import(new URL('../../../proxy.ts', import.meta.url).href)

function shopAt(address: string) {
  process.env.PUBLIC_URL = address
  process.env.SESSION_SECRET = 'a session secret of a test, long enough'
  forgetEnvironment()
}

beforeEach(() => shopAt('https://shop.example'))

afterEach(() => {
  delete process.env.PUBLIC_URL
  delete process.env.SESSION_SECRET
  forgetEnvironment()
})

const chosen = () =>
  proxy(new NextRequest(`${process.env.PUBLIC_URL}/cart?lang=de`)).headers.get('set-cookie') ?? 'none'

const every = [
  ['of a customer', async () => accountCookie('t')],
  ['of a customer who has left', async () => endedAccountCookie()],
  ['of a guest', async () => guestCookie('t')],
  ['of a known device', async () => deviceCookie('olga@example.com')],
  ['of staff', () => staffCookie({ staffId: 'stf_1', sessionId: 'ses_1' })],
  ['of the chosen language', async () => chosen()],
] as const

test.each(every)('the cookie %s is bound to host, https and the server', async (_, make) => {
  const [pair = '', ...rules] = (await make()).split('; ')
  const lower = rules.map((rule) => rule.toLowerCase())

  expect(pair).toMatch(/^__Host-[a-z]+=/)
  expect(lower).toEqual(expect.arrayContaining(['path=/', 'secure', 'httponly', 'samesite=lax']))
  expect(lower.filter((rule) => rule.startsWith('domain'))).toEqual([])
})

test('the cookies of the sign-in library carry the same rules', () => {
  for (const { name, options } of Object.values(staffCookies())) {
    expect(name).toMatch(/^__Host-/)
    expect(options).toEqual({ httpOnly: true, sameSite: 'lax', path: '/', secure: true })
  }
})

test('the zone that a page writes down is bound to host and https', () => {
  const zone = { name: 'tz', value: 'Europe%2FBerlin', seconds: 60 }

  expect(cookieLine('https://shop.example', zone)).toBe(
    '__Host-tz=Europe%2FBerlin; Path=/; Max-Age=60; SameSite=Lax; Secure',
  )
  expect(cookieLine('http://localhost:3000', zone)).toBe('tz=Europe%2FBerlin; Path=/; Max-Age=60; SameSite=Lax')
})

test('a trial store without https keeps plain names, which browsers would refuse with the prefix', async () => {
  shopAt('http://localhost:3000')

  expect(guestCookie('t')).toMatch(/^guest=t; /)
  expect(chosen()).toMatch(/^lang=de; /)
  for (const [, make] of every) expect(await make()).not.toMatch(/secure|__Host-/i)
})

test('what a visitor chose before the store had a certificate still counts, and the bound one comes first', () => {
  const jar = (values: Record<string, string>) => ({
    get: (name: string) => (name in values ? { value: values[name] ?? '' } : undefined),
  })

  expect(readPreference(jar({ lang: 'de' }), 'lang')).toBe('de')
  expect(readPreference(jar({ lang: 'de', '__Host-lang': 'ar' }), 'lang')).toBe('ar')
  expect(readPreference(jar({}), 'tz')).toBeUndefined()
})

test('no cookie is written past the one file that knows the rules', () => {
  const writers = readTree()
    .filter(({ file }) => /^(app|components|lib|proxy).*\.tsx?$/.test(file))
    .filter(({ text }) => /HttpOnly|document\.cookie|cookies\.set\(|SameSite=/.test(text))
    .map(({ file }) => file)

  expect(writers).toEqual(['components/orders/local-time.tsx', 'lib/core/rules/own-cookie.ts', 'proxy.ts'])
})

test('a private page is shown in no frame of anybody', () => {
  const policy = proxy(new NextRequest('https://shop.example/cart')).headers.get('content-security-policy')

  expect(policy?.split('; ')).toContain("frame-ancestors 'none'")
})

test('signing a customer out takes the copies of private pages out of the browser', () => {
  expect(toSignedOut().headers.get('clear-site-data')).toBe('"cache"')
})

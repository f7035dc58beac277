import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOwnPath } from '#lib/auth/next-auth.ts'
import { staffCookies } from '#lib/auth/staff-cookie.ts'
import { forgetEnvironment } from '#lib/core/env.ts'

beforeEach(() => forgetEnvironment())

afterEach(() => {
  delete process.env.PUBLIC_URL
  forgetEnvironment()
})

test.each(['/admin', '/admin/orders', '/admin/orders?tab=open&from=2027-03-01', '/admin/orders/ord_0B8K'])(
  'leads back to %s after signing in',
  (path) => {
    expect(isOwnPath(path)).toBe(true)
  },
)

test.each([
  'https://evil.example',
  '//evil.example/admin',
  '/\\evil.example',
  '/admin/..//evil.example?x=//',
  '/administrator',
  '/checkout/x',
  '/admin\n//evil.example',
  'javascript:alert(1)',
])('does not lead to %j after signing in', (path) => {
  // A path that stays below /admin on this host is harmless, whatever dots are in it.
  const target = new URL(isOwnPath(path) ? path : '/admin', 'https://shop.example')

  expect(target.host).toBe('shop.example')
  expect(isOwnPath(path) && !path.startsWith('/admin/')).toBe(false)
})

test('binds the cookies to the host over https, and never lets a script read them', () => {
  process.env.PUBLIC_URL = 'https://shop.example'
  forgetEnvironment()
  const cookies = Object.values(staffCookies())

  expect(cookies.map(({ name }) => name.slice(0, 7))).toEqual(['__Host-', '__Host-', '__Host-'])
  for (const { options } of cookies) {
    expect(options).toEqual({ httpOnly: true, sameSite: 'lax', path: '/', secure: true })
  }
})

test('names no cookie so that it begins like the one of the session', () => {
  const { sessionToken, ...others } = staffCookies()

  expect(Object.values(others).filter(({ name }) => name.startsWith(sessionToken.name))).toEqual([])
})

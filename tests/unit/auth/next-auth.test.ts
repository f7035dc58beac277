import { expect, test } from 'vitest'
import { isOwnPath } from '#lib/auth/next-auth.ts'
import { staffCookies } from '#lib/auth/staff-cookie.ts'

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

test('names no cookie so that it begins like the one of the session', () => {
  const { sessionToken, ...others } = staffCookies()

  expect(Object.values(others).filter(({ name }) => name.startsWith(sessionToken.name))).toEqual([])
})

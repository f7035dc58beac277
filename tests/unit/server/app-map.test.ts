import { expect, test } from 'vitest'
import { makeAppMap, readPath } from '#lib/server/app-map.ts'
import { pagesInTree } from '#tests/support/route-tree.ts'
import { readTree } from '#tests/support/tree.ts'

const map = makeAppMap(
  {
    '/(shop)/[locale]/help/page': '/[locale]/help',
    '/(private)/(buyer)/cart/page': '/cart',
    '/(private)/(buyer)/o/[orderId]/page': '/o/[orderId]',
    '/(private)/(buyer)/o/[[...rest]]/page': '/o/[[...rest]]',
    '/(private)/admin/[...rest]/page': '/admin/[...rest]',
    '/(private)/admin/page': '/admin',
    '/api/orders/[id]/route': '/api/orders/[id]',
    '/api/auth/[...nextauth]/route': '/api/auth/[...nextauth]',
    '/robots.txt/route': '/robots.txt',
    '/_not-found/page': '/_not-found',
  },
  new Set(['/flags/jp.svg', '/_next/static/chunks/[x]~1.js']),
)

test.each([
  ['/cart', 'page'],
  ['/cart/x', null],
  ['/o', 'page'],
  ['/o/ord_1', 'page'],
  ['/o/ord_1/none/none', 'page'],
  ['/admin', 'page'],
  ['/admin/none', 'page'],
  ['/administrator', null],
  ['/api/orders/ord_1', 'handler'],
  ['/api/orders', null],
  ['/api/orders/ord_1/x', null],
  ['/api/auth/callback/x', 'handler'],
  ['/robots.txt', 'handler'],
  ['/robotsxtxt', null],
  ['/_not-found', null],
  ['/help', null],
  ['/flags/jp.svg', 'file'],
  ['/flags/none.svg', null],
  ['/_next/static/chunks/%5Bx%5D~1.js', 'file'],
  ['/_next/static/chunks/[x]~1.js', 'file'],
  ['/_next/static/../../secrets.json', null],
  ['/', null],
])('at %s answers: %s', (path, kind) => {
  expect(map(path)).toBe(kind)
})

test.each([
  ['/a%20b', '/a b'],
  ['/%E2%82%AC', '/€'],
  ['/a', '/a'],
  ['/%', null],
  ['/%c3', null],
  ['/%00', null],
  ['/%7F', null],
])('%s reads as %s', (path, text) => {
  expect(readPath(path)).toBe(text)
})

test('every page that is not public gets a policy with a nonce, and every other address one of the server', () => {
  const proxy = readTree().find(({ file }) => file === 'proxy.ts')?.text ?? ''
  const matchers = [...proxy.matchAll(/^ {4}'(\/[^']+)',$/gm)].map(([, one = '']) => one)
  const isMatched = (address: string) =>
    matchers.some(
      (one) => one === address || (one.endsWith('/:path*') && `${address}/`.startsWith(one.replace(':path*', ''))),
    )
  const own = pagesInTree().filter(({ file }) => /^app\/\(private\)\/.*\/page\.tsx$/.test(file))

  expect(own.length).toBeGreaterThan(50)
  expect(own.map(({ address }) => address).filter((address) => !isMatched(address))).toEqual([])
})

import { expect, test } from 'vitest'
import { EARLY_INPUT } from '#lib/core/rules/early-input.ts'
import { mergePayloadScripts, readInline, toPolicy } from '#lib/server/script-policy.ts'
import { SILENT_POLICY } from '#lib/server/send.ts'

const push = (n: number) => `<script>self.__next_f.push([1,"${n}"])</script>`

test('joins the payload scripts of a page into one', () => {
  const merged = mergePayloadScripts(`<script>(self.__next_f=self.__next_f||[]).push([0])</script>${push(1)}${push(2)}`)

  expect(readInline(merged).scripts).toHaveLength(1)
  expect(merged).toContain('push([0]);self.__next_f.push([1,"1"]);self.__next_f.push([1,"2"])</script>')
})

test.each([
  '<script>alert(1)</script>',
  '<SCRIPT >alert(1)</SCRIPT >',
  '<script type="module">x()</script>',
  '<script></script>',
])('takes %s for a foreign script', (html) => {
  expect(readInline(push(1) + html)).toMatchObject({ isForeign: true, scripts: [expect.any(String)] })
})

test('takes a script that already has a nonce for foreign: the page was made for one visitor', () => {
  expect(readInline('<script nonce="a">self.__next_f.push([1])</script>').isForeign).toBe(true)
})

test('leaves data blocks and script files alone', () => {
  const html = '<script type="application/ld+json">{"a":1}</script><script src="/a.js" async=""></script>'

  expect(readInline(html)).toEqual({ scripts: [], styles: [], isForeign: false })
})

test('refuses more inline scripts than a page has', () => {
  const html = Array.from({ length: 41 }, (_, n) => `${push(n)} `).join('')

  expect(readInline(html).isForeign).toBe(true)
})

test('a policy of more than 3,000 bytes is an error, not a header', () => {
  const scripts = Array.from({ length: 60 }, (_, n) => `'sha256-${String(n).padStart(44, 'x')}'`)

  expect(() => toPolicy({ scripts, styles: [] }, { isSecure: false })).toThrow(/script policy has \d+ bytes/)
})

test('asks for secure requests only where the shop is reached over https', () => {
  const policy = (isSecure: boolean) => toPolicy({ scripts: [], styles: [] }, { isSecure })

  expect(policy(true)).toContain('upgrade-insecure-requests')
  expect(policy(false)).not.toContain('upgrade-insecure-requests')
})

test('nothing inline is allowed by a word instead of its hash', () => {
  expect(toPolicy({ scripts: [], styles: [] }, { isSecure: true })).not.toContain('unsafe')
})

test('nobody may show the shop in a frame: neither a page nor an answer that is no page', () => {
  for (const policy of [toPolicy({ scripts: [], styles: [] }, { isSecure: true }), SILENT_POLICY]) {
    expect(policy.split('; ')).toContain("frame-ancestors 'none'")
  }
})

test('the script that notes early input is known word by word', () => {
  expect(readInline(`<script>${EARLY_INPUT}</script>`)).toMatchObject({
    isForeign: false,
    scripts: [expect.any(String)],
  })
  expect(readInline(`<script>${EARLY_INPUT};alert(1)</script>`)).toMatchObject({ isForeign: true, scripts: [] })
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EARLY_INPUT } from '#lib/core/rules/early-input.ts'
import { EARLY_CURRENCY } from '#lib/pricing/rules/early-currency.ts'
import { readSheets } from '#lib/server/app-map.ts'
import { inlineSheets, mergePayloadScripts, moveScripts, readInline, toPolicy } from '#lib/server/inline-sheets.ts'
import { EMPTY_POLICY } from '#lib/server/send.ts'
import { documentOf, sendStatic, startFront } from '#tests/unit/server/fake-next.ts'

const LINK = '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>'

/** A build with one sheet; gives its folder. */
function buildWith(sheet: string): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'sheets-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  fs.mkdirSync(path.join(root, '.next/static/chunks'), { recursive: true })
  fs.writeFileSync(path.join(root, '.next/static/chunks/a.css'), sheet)
  fs.writeFileSync(path.join(root, '.next/secret.css'), 'b{}')

  return root
}

test('a document carries its style sheet, its policy names it, and the file is not asked for', async () => {
  const read = readSheets(buildWith('h1{color:red}'), '.next')
  const html = documentOf('x').replace('</head>', `${LINK}</head>`)
  const { ask } = await startFront((_, response) => sendStatic(response, html), { readSheet: read })

  const answer = await ask('/destinations')
  const text = await answer.text()

  expect(text).toContain('>h1{color:red}</style>')
  expect(text).toContain(
    '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next" disabled=""/>',
  )
  expect(answer.headers.get('content-security-policy')).toMatch(/style-src-elem 'self' 'sha256-[\w+/=]+';/)
})

test('what a sheet names beside itself is found from the document too', () => {
  const read = readSheets(buildWith('@font-face{src:url(../media/a.woff2)}i{background:url("/flags/jp.svg")}'), '.next')

  expect(read('/_next/static/chunks/a.css')).toBe(
    '@font-face{src:url(/_next/static/media/a.woff2)}i{background:url("/flags/jp.svg")}',
  )
})

test.each([
  ['/_next/static/chunks/gone.css', 'a{}'],
  ['/_next/static/../secret.css', 'a{}'],
  ['/_next/static/chunks/a.css', 'a{content:"</style><script>"}'],
])('a sheet at %s that cannot be put into the page stays a file', (address, sheet) => {
  const link = LINK.replace('/_next/static/chunks/a.css', address)

  expect(inlineSheets(link, readSheets(buildWith(sheet), '.next'))).toBe(link)
})

const push = (n: number) => `<script>self.__next_f.push([1,"${n}"])</script>`

test('script files come behind what is seen, in their order, and nothing else is moved', () => {
  const preload = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/a.js"/>'
  const files = ['b', 'c'].map((name) => `<script src="/_next/static/chunks/${name}.js" async=""></script>`)
  const old = '<script src="/_next/static/chunks/old.js" noModule=""></script>'
  const picture = '<link rel="preload" href="/flags/jp.svg" as="image"/>'
  const rest = '<script id="_R_">$RT=1</script><script src="/_next/static/chunks/a.js" async=""></script>'

  expect(moveScripts(`<head>${picture}${preload}${files.join('')}${old}</head><main>Japan</main>${rest}`)).toBe(
    `<head>${picture}${old}</head><main>Japan</main>${preload}${files.join('')}${rest}`,
  )
})

test('a document without the mark of its end is left as it is', () => {
  const html = '<head><script src="/_next/static/chunks/b.js" async=""></script></head><p>x</p>'

  expect(moveScripts(html)).toBe(html)
})

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
  for (const policy of [toPolicy({ scripts: [], styles: [] }, { isSecure: true }), EMPTY_POLICY]) {
    expect(policy.split('; ')).toContain("frame-ancestors 'none'")
  }
})

test.each([
  ['notes early input', EARLY_INPUT],
  ['marks the currency chosen', EARLY_CURRENCY],
])('the script that %s is known word by word', (_does, script) => {
  expect(readInline(`<script>${script}</script>`)).toMatchObject({ isForeign: false, scripts: [expect.any(String)] })
  expect(readInline(`<script>${script};alert(1)</script>`)).toMatchObject({ isForeign: true, scripts: [] })
})

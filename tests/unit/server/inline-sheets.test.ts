import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSheets } from '#lib/server/app-map.ts'
import { inlineSheets } from '#lib/server/inline-sheets.ts'
import { documentOf, sendStatic, startFront } from './fake-next.ts'

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

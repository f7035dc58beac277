import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText, refundabilityRuleLines } from '#lib/catalog/rules/refundability.ts'

test.each([
  [
    'Data plan: 3GB.<br>APN: internet<BR/>Hotspot&nbsp;&amp; calls',
    ['Data plan: 3GB.', 'APN: internet', 'Hotspot & calls'],
  ],
  ['<p>One</p><p class="x">Two</p>', ['One', 'Two']],
  ['a < b and 3 > 2', ['a < b and 3 > 2']],
  ['<script>alert(1)</script>kept<img src=x onerror=alert(1)>', ['kept']],
  ['&lt;b&gt;shown as text&lt;/b&gt;', ['<b>shown as text</b>']],
  ['price \u202e00.1\u202c', ['price 00.1']],
  ['', []],
  [null, []],
])('%j reads %j', (premark, items) => {
  expect(refundabilityRuleLines(premark)).toEqual(items)
})

test('is limited in lines and in length, and keeps no tag, whatever comes', () => {
  const unit = fc.constantFrom('<', 'p', '>', 'br', '/', '\n', ' ', 'x', '!--')
  fc.assert(
    fc.property(fc.string({ maxLength: 3000, unit }), (text) => {
      const items = refundabilityRuleLines(text)

      expect(items.length).toBeLessThanOrEqual(40)
      expect(items.filter((item) => item.length > 400 || /<\/?[a-z]/.test(item))).toEqual([])
    }),
  )
})

test('a short text is one line of the length asked for, or nothing', () => {
  expect(plainText(' Bosnia \n Herz ', 6)).toBe('Bosnia')
  expect(plainText(' \u200b ', 6)).toBeNull()
})

import fc from 'fast-check'
import { toPngBuffer } from 'lean-qr/extras/node_export'
import { expect, test } from 'vitest'
import { drawQr, QUIET_ZONE } from '#components/esims/qr-drawing.ts'
import { readQr, toPixels } from '#tests/support/browser/read-qr.ts'

function pngOf(code: string): Buffer {
  return Buffer.from(toPngBuffer(drawQr(code), { on: [0, 0, 0], off: [255, 255, 255], pad: QUIET_ZONE, scale: 6 }))
}

test.each([
  'LPA:1$rsp.example.com$K2-9F4A-77C1',
  'LPA:1$RSP.EXAMPLE.COM$k2-9f4a-77c1',
  'LPA:1$rsp.example.com$K2-9F4A-77C1$1.3.6.1.4.1.31746',
  'LPA:1$rsp.example.com$K2-9F4A-77C1$$1$8BC1D2E3F4$1$later',
  `LPA:1$rsp.example.com$${'K2-9F4A-'.repeat(25)}`.padEnd(223, '7').slice(0, 223),
])('a second library reads %s from the pixels', (code) => {
  expect(readQr(pngOf(code))).toBe(code)
})

test('any code of the alphabet comes back byte for byte', () => {
  const token = fc.stringMatching(/^[A-Za-z0-9-]{1,120}$/)
  fc.assert(
    fc.property(token, (matchingId) => readQr(pngOf(`LPA:1$rsp.example.com$${matchingId}`)).endsWith(`$${matchingId}`)),
    { numRuns: 25 },
  )
})

test('four white modules stand around the drawing', () => {
  const { width, data } = toPixels(pngOf('LPA:1$rsp.example.com$K2-9F4A-77C1'))
  const rows = Array.from({ length: QUIET_ZONE * 6 }, (_, y) => data.subarray(y * width * 4, (y + 1) * width * 4))

  expect(rows.every((row) => row.every((value) => value === 255))).toBe(true)
})

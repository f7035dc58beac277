import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPicture } from '#lib/core/rules/picture-file.ts'
import { jpegOf, pngOf } from '#tests/support/pictures.ts'

const FILES = [
  ['png', pngOf],
  ['jpeg', jpegOf],
] as const

test.each(FILES)('a %s is read with its measures, and loses what is not drawn', (type, fileOf) => {
  const read = readPicture(fileOf(300, 120, 'taken at home'))

  expect(read).toMatchObject({ type, width: 300, height: 120 })
  expect(Buffer.from(read?.bytes ?? []).includes('home')).toBe(false)
  expect(readPicture(read?.bytes ?? new Uint8Array())).toEqual(read)
})

test.each(FILES)('a %s that ends early is none', (_, fileOf) => {
  const file = fileOf(300, 120)

  for (let length = 0; length < file.length; length++) expect(readPicture(file.subarray(0, length))).toBeNull()
})

test('a JPEG keeps its data to the byte, also where they look like a marker', () => {
  const file = Buffer.from(jpegOf(30, 12))
  const data = Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3, 30, 0xff, 0xd9])

  expect(Buffer.from(readPicture(file)?.bytes ?? []).subarray(-data.length)).toEqual(data)
})

test('whatever the bytes are, they are read or they are not', () => {
  const heads = fc.constantFrom([], [...pngOf(30, 30)], [...jpegOf(30, 30)], [0xff, 0xd8])
  fc.assert(
    fc.property(heads, fc.uint8Array({ maxLength: 60 }), fc.nat(200), (head, noise, at) => {
      const file = Uint8Array.from(head)
      const bytes = Uint8Array.from([...file.subarray(0, at), ...noise, ...file.subarray(at + noise.length)])
      const read = readPicture(bytes)

      expect(read === null || read.bytes.length <= bytes.length).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

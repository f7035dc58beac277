import { crc32 } from 'node:zlib'

/** The chunks of a PNG; what is drawn in it is nobody's concern here. */
export function pngOf(width: number, height: number, note = ''): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const chunks = [
    chunk('IHDR', head),
    ...(note ? [chunk('tEXt', Buffer.from(`Comment\0${note}`))] : []),
    chunk('IDAT', Buffer.from([1, 2, 3, width & 255])),
    chunk('IEND', Buffer.alloc(0)),
  ]

  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks])
}

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const named = Buffer.concat([Buffer.from(name), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))

  return Buffer.concat([length, named, sum])
}

/** The segments of a JPEG with its data, of which 0xff 0x00 and a restart are parts. `note` is where a camera writes. */
export function jpegOf(width: number, height: number, note = ''): Uint8Array {
  const frame = Buffer.alloc(15)
  frame.set([8, 0, 0, 0, 0, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)

  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(note ? [segment(0xe1, Buffer.from(`Exif\0\0${note}`)), segment(0xfe, Buffer.from(note))] : []),
    segment(0xdb, Buffer.alloc(65, 1)),
    Buffer.from([0xff]),
    segment(0xc0, frame),
    segment(0xc4, Buffer.alloc(18, 1)),
    segment(0xda, Buffer.from([3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0])),
    Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3, width & 127, 0xff, 0xd9]),
    Buffer.from(note),
  ])
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)

  return Buffer.concat([head, data])
}

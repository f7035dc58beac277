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

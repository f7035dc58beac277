import { inflateSync } from 'node:zlib'
import decodeQR from 'qr/decode.js'

/** Reads the QR code of a PNG picture (8 bits, RGB or RGBA, as browsers and our own route write them). */
export function readQr(png: Buffer): string {
  const { width, height, data } = toPixels(png)

  return decodeQR({ width, height, data })
}

/** Returns a PNG's size and its pixels, four bytes each. */
export function toPixels(png: Buffer): { width: number; height: number; data: Uint8Array } {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const [depth, colour, , , interlace] = png.subarray(24, 29)
  const channels = new Map([
    [0, 1],
    [2, 3],
    [3, 1],
    [6, 4],
  ]).get(colour ?? -1)
  if (channels === undefined || interlace !== 0) throw new Error(`PNG of colour type ${colour} is not read here.`)
  const bits = channels * (depth ?? 8)
  const rows = unfilter(inflateSync(chunksOf(png, 'IDAT')), {
    height,
    stride: Math.ceil((width * bits) / 8),
    step: Math.max(1, bits >> 3),
  })
  const palette = chunksOf(png, 'PLTE')
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let i = 0; i < width * height; i++) {
    data.set(pixelAt(rows, { x: i % width, y: Math.floor(i / width), depth: depth ?? 8, channels, palette }), i * 4)
  }

  return { width, height, data }
}

type Place = { x: number; y: number; depth: number; channels: number; palette: Buffer }

function pixelAt(rows: Uint8Array[], { x, y, depth, channels, palette }: Place): number[] {
  const row = rows[y] ?? new Uint8Array()
  if (depth === 8 && channels > 1) return [...row.subarray(x * channels, x * channels + 3)]
  const perByte = 8 / depth
  const raw = ((row[Math.floor(x / perByte)] ?? 0) >> (8 - depth * ((x % perByte) + 1))) & (2 ** depth - 1)
  if (palette.length > 0) return [...palette.subarray(raw * 3, raw * 3 + 3)]
  const grey = Math.round((raw * 255) / (2 ** depth - 1))

  return [grey, grey, grey]
}

function chunksOf(png: Buffer, wanted: string): Buffer {
  const found: Buffer[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === wanted) found.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }

  return Buffer.concat(found)
}

// The five filters of PNG, in the order of their numbers: none, left, above, average, Paeth.
function unfilter(
  raw: Buffer,
  { height, stride, step }: { height: number; stride: number; step: number },
): Uint8Array[] {
  const rows: Uint8Array[] = []
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]
    const row = Uint8Array.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)))
    const above = rows[y - 1] ?? new Uint8Array(stride)
    for (let i = 0; i < stride; i++) {
      const left = i < step ? 0 : (row[i - step] ?? 0)
      const up = above[i] ?? 0
      const corner = i < step ? 0 : (above[i - step] ?? 0)
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0
      row[i] = (row[i] ?? 0) + guess
    }
    rows.push(row)
  }

  return rows
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const distances = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)] as const
  if (distances[0] <= distances[1] && distances[0] <= distances[2]) return left

  return distances[1] <= distances[2] ? up : corner
}

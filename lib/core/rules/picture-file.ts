/** A picture that was read: what it is, its measures, and its bytes without anything but what is drawn. */
export type CleanPicture = { type: PictureType; width: number; height: number; bytes: Uint8Array }
export type PictureType = 'png' | 'jpeg'

type Size = { width: number; height: number }

/**
 * Reads a PNG or a JPEG and leaves out what is not drawn: texts, places and times, and what stands behind its end. `null`
 * when it is neither.
 */
export function readPicture(file: Uint8Array): CleanPicture | null {
  return readPng(file) ?? readJpeg(file)
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const DRAWN_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'IDAT', 'IEND']
const HEAD_BYTES = 8

function readPng(file: Uint8Array): CleanPicture | null {
  if (!SIGNATURE.every((byte, at) => file[at] === byte)) return null
  const view = viewOf(file)
  const parts: Uint8Array[] = [file.subarray(0, SIGNATURE.length)]
  let size: Size | null = null
  let hasData = false
  for (let at = SIGNATURE.length; at + HEAD_BYTES + 4 <= file.length; ) {
    const length = view.getUint32(at)
    const end = at + HEAD_BYTES + length + 4
    if (end > file.length) return null
    const name = String.fromCharCode(...file.subarray(at + 4, at + HEAD_BYTES))
    if (!size && name !== 'IHDR') return null
    if (name === 'IHDR') size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (name === 'IDAT') hasData = true
    if (DRAWN_CHUNKS.includes(name)) parts.push(file.subarray(at, end))
    if (name === 'IEND') return size && hasData ? { type: 'png', ...size, bytes: Buffer.concat(parts) } : null
    at = end
  }

  return null
}

const START = 0xd8
const END = 0xd9
const SCAN = 0xda
// Frames as browsers draw them (baseline, extended, progressive), tables, restarts, and what Adobe says of the colours.
const FRAMES = [0xc0, 0xc1, 0xc2]
const DRAWN_SEGMENTS = [...FRAMES, 0xc4, 0xdb, 0xdd, 0xee, SCAN]

function readJpeg(file: Uint8Array): CleanPicture | null {
  if (file[0] !== 0xff || file[1] !== START) return null
  const view = viewOf(file)
  const parts: Uint8Array[] = [file.subarray(0, 2)]
  let size: Size | null = null
  let hasData = false
  for (let at = 2; at + 2 <= file.length; ) {
    const marker = file[at + 1] ?? 0
    if (file[at] !== 0xff) return null
    // A segment may be preceded by any number of these.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END) {
      return size && hasData
        ? { type: 'jpeg', ...size, bytes: Buffer.concat([...parts, file.subarray(at, at + 2)]) }
        : null
    }
    if (at + 4 > file.length) return null
    let end = at + 2 + view.getUint16(at + 2)
    if (end > file.length) return null
    if (FRAMES.includes(marker)) {
      if (end < at + 9) return null
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    if (marker === SCAN) {
      hasData = true
      end = scanEnd(file, end)
    }
    if (DRAWN_SEGMENTS.includes(marker)) parts.push(file.subarray(at, end))
    at = end
  }

  return null
}

/** Where the data of a scan end: at the first marker that is neither a restart nor a byte that only looks like one. */
function scanEnd(file: Uint8Array, from: number): number {
  for (let at = from; at + 1 < file.length; at += 1) {
    const next = file[at + 1] ?? 0
    if (file[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }

  return file.length
}

function viewOf(file: Uint8Array): DataView {
  return new DataView(file.buffer, file.byteOffset, file.byteLength)
}

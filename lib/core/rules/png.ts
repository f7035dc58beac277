const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
// What a picture is drawn from. Everything else may carry text, places, times or a program's own data.
const KEPT = ['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'IDAT', 'IEND']
const HEAD_BYTES = 8

/** A picture that was read: its measures, and its bytes without anything but what is drawn. */
export type CleanPng = { width: number; height: number; bytes: Uint8Array }

/** Reads a PNG and leaves out what is not drawn, also what stands behind its end. `null` when it is none. */
export function readPng(file: Uint8Array): CleanPng | null {
  if (!SIGNATURE.every((byte, at) => file[at] === byte)) return null
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const parts: Uint8Array[] = [file.subarray(0, SIGNATURE.length)]
  let size: { width: number; height: number } | null = null
  let hasData = false
  for (let at = SIGNATURE.length; at + HEAD_BYTES + 4 <= file.length; ) {
    const length = view.getUint32(at)
    const end = at + HEAD_BYTES + length + 4
    if (end > file.length) return null
    const name = String.fromCharCode(...file.subarray(at + 4, at + HEAD_BYTES))
    if (!size && name !== 'IHDR') return null
    if (name === 'IHDR') size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (name === 'IDAT') hasData = true
    if (KEPT.includes(name)) parts.push(file.subarray(at, end))
    if (name === 'IEND') return size && hasData ? { ...size, bytes: join(parts) } : null
    at = end
  }

  return null
}

function join(parts: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }

  return joined
}

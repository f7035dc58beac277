import { correction, generate } from 'lean-qr'
import { toPngBuffer } from 'lean-qr/extras/node_export'

const MIN_PIXELS = 600
const QUIET_ZONE = 4

/** Returns a code as a picture for phones: black on opaque white, at least 600 pixels wide, with its quiet zone. */
export function qrPng(code: string): Uint8Array {
  const drawing = generate(code, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M })
  const scale = Math.ceil(MIN_PIXELS / (drawing.size + 2 * QUIET_ZONE))

  return toPngBuffer(drawing, { on: [0, 0, 0], off: [255, 255, 255], pad: QUIET_ZONE, scale })
}

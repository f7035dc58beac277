import { type Bitmap2D, correction, generate } from 'lean-qr'

/** White modules around the drawing: what a scanner needs to find its edge. */
export const QUIET_ZONE = 4

/** Draws an activation code, byte for byte, with a medium share of correction. Never call it with anything unopened. */
export function drawQr(activationCode: string): Bitmap2D {
  return generate(activationCode, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M })
}

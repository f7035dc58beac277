import { PICTURE_LIMITS, type PictureKind } from '#lib/settings/rules/uploads.ts'

const QUALITIES = [0.85, 0.7]
const STEP = 0.75

/**
 * Makes a picture of this device small enough to be kept: a JPEG with its sides and its weight within the limits, upright as
 * it was taken. A PNG that fits stays, as it may be see-through. What this browser cannot read is left for the server to
 * refuse.
 */
export async function fitPhoto(file: Blob, kind: PictureKind): Promise<Blob> {
  const { bytes, min, max } = PICTURE_LIMITS[kind]
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file
  const longest = Math.max(picture.width, picture.height)
  if (file.type === 'image/png' && file.size <= bytes && longest <= max) return file
  for (let side = Math.min(max, longest); side >= min; side *= STEP) {
    const canvas = draw(picture, side / longest)
    for (const quality of QUALITIES) {
      const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality })
      if (photo.size <= bytes) return photo
    }
  }

  return file
}

function draw(picture: ImageBitmap, scale: number): OffscreenCanvas {
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)))
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1)
  const context = canvas.getContext('2d')
  if (!context) return canvas
  // A JPEG has no see-through parts: they are white, not black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)

  return canvas
}

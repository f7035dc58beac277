/** A colour as `#rrggbb`. */
export type Hex = string

/** The shop's own colour for buttons, links and marks: one on light pages, one on dark ones. */
export type Accent = { light: Hex; dark: Hex }

/** Which of the two grounds a colour stands on. */
export type Ground = keyof Accent

/** What text needs against what it stands on (WCAG 2.2, 1.4.3). */
export const TEXT_CONTRAST = 4.5

// The ground that is hardest to stand on: the greyest of the light pages and the lightest card of the dark ones.
const GROUNDS: Record<Ground, Hex> = { light: '#f5f1eb', dark: '#131f2b' }
const INKS: readonly Hex[] = ['#ffffff', '#0e1f2c']
const STEP = 0.005

type Oklab = { lightness: number; a: number; b: number }

/** How much two colours differ in brightness, from 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)

  return (light + 0.05) / (dark + 0.05)
}

/** The contrast a colour has where it has least: as text on its ground, or under the words of a button. */
export function weakestContrast(colour: Hex, ground: Ground): number {
  return Math.min(contrast(colour, GROUNDS[ground]), contrast(colour, inkOn(colour)))
}

/** Tells whether everything drawn in a colour can be read. */
export function isReadable(colour: Hex, ground: Ground): boolean {
  return weakestContrast(colour, ground) >= TEXT_CONTRAST
}

/** The words on a button of this colour: white or our ink, whichever can be read better. */
export function inkOn(colour: Hex): Hex {
  const [white = '', ink = ''] = INKS

  return contrast(colour, white) >= contrast(colour, ink) ? white : ink
}

/** The nearest colour of the same hue that can be read on a ground; the colour itself when it can. */
export function nearestReadable(colour: Hex, ground: Ground): Hex {
  const start = toOklab(colour)
  const direction = ground === 'light' ? -1 : 1
  for (let steps = 0; steps * STEP <= 1; steps++) {
    const tried = toHex({ ...start, lightness: start.lightness + direction * steps * STEP })
    if (isReadable(tried, ground)) return tried
  }

  return ground === 'light' ? '#0e1f2c' : '#ffffff'
}

/** A step away from the words on it: what a button turns to under the pointer, never harder to read. */
export function strongerThan(colour: Hex): Hex {
  const start = toOklab(colour)
  const direction = inkOn(colour) === '#ffffff' ? -1 : 1

  return toHex({ ...start, lightness: Math.min(1, Math.max(0, start.lightness + direction * 0.05)) })
}

function luminance(colour: Hex): number {
  const [r, g, b] = toLinear(colour)

  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function toLinear(colour: Hex): [number, number, number] {
  const part = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255

    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }

  return [part(1), part(3), part(5)]
}

function toOklab(colour: Hex): Oklab {
  const [r, g, b] = toLinear(colour)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)

  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  }
}

/** Less colourful where a screen cannot show it: the hue stays. */
function toHex({ lightness, a, b }: Oklab): Hex {
  for (let share = 1; share > 0; share -= 0.02) {
    const parts = toRgb({ lightness, a: a * share, b: b * share })
    if (parts.every((part) => part >= -0.0005 && part <= 1.0005)) return hexOf(parts)
  }

  return hexOf(toRgb({ lightness, a: 0, b: 0 }))
}

function toRgb({ lightness, a, b }: Oklab): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3

  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function hexOf(linear: number[]): Hex {
  const parts = linear.map((part) => {
    const clipped = Math.min(1, Math.max(0, part))
    const value = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055

    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  })

  return `#${parts.join('')}`
}

import { bareText, CJK, SHARE_PICTURE_SIZE, type SharePicture } from '#lib/catalog/rules/share-picture.ts'
import { directionOf, type Locale } from '#lib/core/i18n/config.ts'

type Tools = {
  /** How far a piece of a drawing reaches to the right, in pixels. */
  measure: (svg: string) => number
  /** The flag as a drawing; `null` where one is drawn instead. */
  flag: string | null
}

const { width: WIDTH, height: HEIGHT } = SHARE_PICTURE_SIZE
const EDGE = 80
const INK = '#0f2230'
const PAPER = '#fcfaf6'
const SIGNAL = '#e5532d'
const LINE = '#d8dde0'
const FLAG = { width: 168, height: 112, top: 196 }
const LATIN = 'Bricolage Grotesque'
const ARABIC = 'Noto Sans Arabic'
// The same signs are written in two ways: a name of one language may need the other's face.
const JAPANESE = 'Noto Sans JP Thin, Noto Sans SC Thin'
const CHINESE = 'Noto Sans SC Thin, Noto Sans JP Thin'

/** Draws the picture that a message shows of a page, as an SVG whose texts stand in their order already. */
export function drawSharePicture(picture: SharePicture, { measure, flag }: Tools): string {
  const { locale, store, heading, line, accent, icon } = picture
  const isRightToLeft = directionOf(locale) === 'rtl'
  const signal = accent ?? SIGNAL
  const inner = WIDTH - 2 * EDGE
  const place = (text: string, style: TextStyle) => placeText(bareText(text), { ...style, locale, measure })
  const headingSize = sizeToFit((size) => place(heading, { size, y: 0, from: 0 }).width, {
    max: 104,
    min: 44,
    inner,
  })
  const sign = `<g transform="translate(${isRightToLeft ? WIDTH - EDGE - 66 : EDGE} 66) scale(2.2)">${mark(signal, icon)}</g>`
  const label = line && place(line[0], { size: 40, y: 560, from: EDGE })
  const amount = line && label && place(line[1], { size: 60, y: 560, from: EDGE + label.width + 18, fill: signal })
  const flagX = isRightToLeft ? WIDTH - EDGE - FLAG.width : EDGE

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>`,
    `<g transform="translate(${isRightToLeft ? 250 : WIDTH - 250} ${HEIGHT})">${rings(signal)}</g>`,
    sign,
    place(store, {
      size: sizeToFit((size) => place(store, { size, y: 0, from: 90 }).width, {
        max: 40,
        min: 24,
        inner: inner - 90,
      }),
      y: 116,
      from: EDGE + 90,
    }).svg,
    flag === null
      ? ''
      : `<image href="data:image/svg+xml;base64,${Buffer.from(flag).toString('base64')}" x="${flagX}" y="${FLAG.top}" width="${FLAG.width}" height="${FLAG.height}" preserveAspectRatio="xMidYMid slice"/><rect x="${flagX}" y="${FLAG.top}" width="${FLAG.width}" height="${FLAG.height}" fill="none" stroke="${INK}" stroke-opacity=".16" stroke-width="2"/>`,
    place(heading, { size: headingSize, y: flag === null ? 360 : 430, from: EDGE }).svg,
    label?.svg ?? '',
    amount?.svg ?? '',
    '</svg>',
  ].join('')
}

type TextStyle = { size: number; y: number; from: number; fill?: string }

/**
 * Sets a line of text that begins `from` pixels inside of the edge. A run of one script is shaped by the face that has it;
 * runs follow one another in the direction of the page, which the drawing itself would not know.
 */
function placeText(text: string, style: TextStyle & { locale: Locale; measure: Tools['measure'] }) {
  const { size, y, from, fill = INK, locale, measure } = style
  const isRightToLeft = directionOf(locale) === 'rtl'
  let reached = from
  const pieces = runsOf(text, locale === 'ja' ? JAPANESE : CHINESE).map(({ words, face, isApart }) => {
    const draw = (x: number, anchor: 'start' | 'end') =>
      `<text x="${x}" y="${y}" text-anchor="${anchor}" font-family="${face}" font-weight="700" font-size="${size}" fill="${fill}">${escapeText(words)}</text>`
    if (isApart) reached += size * 0.26
    const svg = draw(isRightToLeft ? WIDTH - reached : reached, isRightToLeft ? 'end' : 'start')
    reached += measure(draw(0, 'start'))

    return svg
  })

  return { svg: pieces.join(''), width: reached - from }
}

type Run = { words: string; face: string; isApart: boolean }

/** Pieces that stand together in one face; a space stands between those that are apart. What has no letters goes with the words before it. */
function runsOf(text: string, cjkFace: string): Run[] {
  const runs: Run[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    for (const [place, words] of word.split(CJK_PIECES).filter(Boolean).entries()) {
      const face = CJK.test(words) ? cjkFace : /\p{Script=Arabic}/u.test(words) ? ARABIC : LATIN
      const last = runs.at(-1)
      if (last?.face === face) last.words += place === 0 ? ` ${words}` : words
      else runs.push({ words, face, isApart: place === 0 && last !== undefined })
    }
  }

  return runs
}

const CJK_PIECES = new RegExp(`(${CJK.source})`, 'u')

/** The largest size at which a text is not wider than there is room. */
function sizeToFit(
  widthAt: (size: number) => number,
  { max, min, inner }: { max: number; min: number; inner: number },
) {
  return Math.max(min, Math.min(max, Math.floor((max * inner) / Math.max(1, widthAt(max)))))
}

/** The half sun on the horizon with its rings, as on the front page. */
function rings(signal: string): string {
  const arcs = [120, 178, 244, 318].map(
    (radius) =>
      `<path d="M${-radius} 0a${radius} ${radius} 0 0 1 ${2 * radius} 0" fill="none" stroke="${LINE}" stroke-width="2"/>`,
  )

  return `${arcs.join('')}<path d="M-74 0a74 74 0 0 1 148 0z" fill="${signal}"/>`
}

function mark(signal: string, icon: string | null): string {
  if (icon !== null) return `<image href="data:image/png;base64,${icon}" width="30" height="30"/>`

  return `<path fill="${signal}" d="M6.5 18a8.5 8.5 0 0 1 17 0z"/><path d="M2 18h26M7 22.5h16M12 27h6" fill="none" stroke="${INK}" stroke-width="2.25" stroke-linecap="round"/>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

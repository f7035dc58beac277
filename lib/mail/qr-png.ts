import { correction, generate } from 'lean-qr'
import { toPngBuffer } from 'lean-qr/extras/node_export'
import { type Accent, inkOn } from '#lib/settings/rules/contrast.ts'

const MIN_PIXELS = 600
const QUIET_ZONE = 4

/** Returns a code as a picture for phones: black on opaque white, at least 600 pixels wide, with its quiet zone. */
export function qrPng(code: string): Uint8Array {
  const drawing = generate(code, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M })
  const scale = Math.ceil(MIN_PIXELS / (drawing.size + 2 * QUIET_ZONE))

  return toPngBuffer(drawing, { on: [0, 0, 0], off: [255, 255, 255], pad: QUIET_ZONE, scale })
}

/** The shop's colours in hexadecimal: mail programs know neither variables nor newer colour functions. */
const light = {
  paper: '#fcfaf6',
  card: '#ffffff',
  ink: '#0e1f2c',
  soft: '#4d5d6b',
  line: '#d9dfe4',
  dash: '#b6bfc7',
  signal: '#e8552c',
  fill: '#cf3d0b',
  onFill: '#ffffff',
  link: '#c03710',
  board: '#0e1f2c',
  boardText: '#f9f6f2',
  waiting: '#fef2d9',
  good: '#e0f5f3',
}

const dark = {
  paper: '#0a131d',
  card: '#131f2b',
  ink: '#f6f3ed',
  soft: '#a7b3bd',
  line: '#2b3742',
  dash: '#45515d',
  fill: '#f97541',
  onFill: '#081520',
  link: '#fe8f5d',
  board: '#040b13',
  waiting: '#382a15',
  good: '#0c3032',
}

/** The colours of a mail: inline for every program, and a sheet for those that follow a dark theme. */
export type MailColours = { light: typeof light; darkStyle: string }

/** Returns the colours of a mail in the shop's own colour, or the usual ones. */
export function mailColours(accent: Accent | null): MailColours {
  if (!accent) return { light, darkStyle: toDarkStyle(dark) }
  const own = (colour: string) => ({ fill: colour, onFill: inkOn(colour), link: colour })

  return {
    light: { ...light, ...own(accent.light), signal: accent.dark },
    darkStyle: toDarkStyle({ ...dark, ...own(accent.dark) }),
  }
}

/** Overrides for programs that follow the reader's theme; the rest show the light colours of the inline styles. */
function toDarkStyle(colours: typeof dark): string {
  return `
@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: ${colours.paper} !important; }
  .card { background-color: ${colours.card} !important; border-color: ${colours.line} !important; }
  .ink { color: ${colours.ink} !important; }
  .soft { color: ${colours.soft} !important; }
  .link { color: ${colours.link} !important; }
  .board { background-color: ${colours.board} !important; }
  .tear { border-color: ${colours.dash} !important; }
  .button { background-color: ${colours.fill} !important; color: ${colours.onFill} !important; }
  .waiting { background-color: ${colours.waiting} !important; }
  .good { background-color: ${colours.good} !important; }
}
`
}

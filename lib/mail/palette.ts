/** The shop's colours in hexadecimal: mail programs know neither variables nor newer colour functions. */
export const light = {
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
} as const

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
} as const

/** Overrides for programs that follow the reader's theme; the rest show the light colours of the inline styles. */
export const darkStyle = `
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${dark.paper} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .soft { color: ${dark.soft} !important; }
  .link { color: ${dark.link} !important; }
  .board { background-color: ${dark.board} !important; }
  .tear { border-color: ${dark.dash} !important; }
  .button { background-color: ${dark.fill} !important; color: ${dark.onFill} !important; }
  .waiting { background-color: ${dark.waiting} !important; }
  .good { background-color: ${dark.good} !important; }
}
`

import { createHash } from 'node:crypto'
import { EARLY_INPUT } from '#lib/core/rules/early-input.ts'
import { contentPolicy, type PolicySources } from '#lib/core/rules/page-policies.ts'
import { EARLY_CURRENCY } from '#lib/pricing/rules/early-currency.ts'

/** Gives the text of a style sheet of the build by its address; `null` when the build has no such file. */
export type ReadSheet = (address: string) => string | null

const SHEET = /<link rel="stylesheet" href="(\/_next\/static\/[\w./-]+\.css)" data-precedence="next"\/>/g

/**
 * Puts the style sheets of a document into it: a phone on a slow line draws the page when the page is there, and does not
 * ask for a second file first. The link stays, switched off, so that React finds the sheet there and does not fetch it.
 */
export function inlineSheets(html: string, read: ReadSheet): string {
  return html.replace(SHEET, (link, address: string) => {
    const text = read(address)
    // A text that could end its own element stays a file.
    if (text === null || /<\/style/i.test(text)) return link

    return `<style data-precedence="next" data-href="${address}">${text}</style>${link.replace('/>', ' disabled=""/>')}`
  })
}

const SCRIPT_FILE =
  /<link rel="preload" as="script"[^>]*\/>|<script src="\/_next\/static\/[\w./-]+\.js" async=""><\/script>/g
/** Where the renderer has written the page to its end, and begins with what the scripts need. */
const SHELL_END = '<script id="_R_">'

/**
 * Puts the script files of a document behind what is seen: on a slow line they would share it with the rest of the page, and
 * a phone would draw that later. They wait for the data at the end of the document anyway.
 */
export function moveScripts(html: string): string {
  const end = html.indexOf(SHELL_END)
  if (end === -1) return html
  const shell = html.slice(0, end)

  return shell.replace(SCRIPT_FILE, '') + (shell.match(SCRIPT_FILE) ?? []).join('') + html.slice(end)
}

const LIMIT_BYTES = 3_000
const REPORT_TO: [string, string][] = [['report-to', 'csp']]
const MAX_SCRIPTS = 40

/** How every inline script begins that the renderer writes. Anything else is not blessed with a hash. */
const KNOWN_BEGINNINGS = [
  '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":',
  '(self.__next_f=self.__next_f||[]).push(',
  'self.__next_f.push(',
  'requestAnimationFrame(function(){$RT=performance.now()})',
  '$RB=[];',
  '$RC=',
  '$RC(',
  '$RS=',
  '$RX=',
  '$RT=',
  'self.__next_r=',
  'document.documentElement.dataset.',
]

/** Scripts of our own, which are known word by word. */
const EARLY = [EARLY_INPUT, EARLY_CURRENCY]

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi
const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi
const MERGEABLE = /<\/script><script>(?=self\.__next_f\.push\()/g

/** The inline parts of a document that its policy must name. `isForeign` when one was not written by the renderer. */
export type Inline = { scripts: string[]; styles: string[]; isForeign: boolean }

/** Joins the payload scripts of a long page, so that the policy stays short: each is one statement. */
export function mergePayloadScripts(html: string): string {
  return html.replace(MERGEABLE, ';')
}

/** Finds and hashes the inline scripts and styles of a whole document. Data blocks and script files are not code here. */
export function readInline(html: string): Inline {
  const scripts = [...html.matchAll(SCRIPT)]
    .filter(
      ([, attributes = '']) =>
        !/\bsrc\s*=/i.test(attributes) && !/\btype\s*=\s*"?application\/(ld\+)?json/i.test(attributes),
    )
    .map(([, attributes = '', text = '']) => ({ text, hasNonce: /\bnonce\s*=/i.test(attributes) }))
  const styles = [...html.matchAll(STYLE)].map(([, text = '']) => text)
  const known = scripts.filter(
    ({ text }) => EARLY.includes(text) || KNOWN_BEGINNINGS.some((beginning) => text.startsWith(beginning)),
  )

  return {
    scripts: [...new Set(known.map(({ text }) => hashOf(text)))],
    styles: [...new Set(styles.map(hashOf))],
    isForeign: known.length < scripts.length || known.length > MAX_SCRIPTS || scripts.some(({ hasNonce }) => hasNonce),
  }
}

type PolicyOptions = { isSecure: boolean; sources?: PolicySources }

/**
 * The policy of a public page: the inline parts that were hashed, and the `sources` of the tools that may run there. Throws
 * when it grows too long, each of both parts for itself.
 */
export function toPolicy(
  inline: Pick<Inline, 'scripts' | 'styles'>,
  { isSecure, sources = {} }: PolicyOptions,
): string {
  const { scripts, styles } = inline
  const own = { scripts, styles, isSecure, more: REPORT_TO }
  const { length } = contentPolicy(own)
  if (length > LIMIT_BYTES) throw new Error(`the script policy has ${length} bytes`)
  const whole = contentPolicy({ ...own, sources })
  if (whole.length > 2 * LIMIT_BYTES) throw new Error(`the script policy with its tools has ${whole.length} bytes`)

  return whole
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { CJK, type SharePicture } from '#lib/catalog/rules/share-picture.ts'
import { drawSharePicture } from '#lib/server/share-picture-svg.ts'

const FONTS = ['bricolage-grotesque-latin-700', 'bricolage-grotesque-latin-ext-700', 'noto-sans-arabic-700']
// A megabyte each: read for the first picture that needs them.
const CJK_FONTS = ['noto-sans-jp-700', 'noto-sans-sc-700']

const root: string = workerData
const read = (...parts: string[]) => new Uint8Array(fs.readFileSync(path.join(root, ...parts)))
const readFonts = (names: readonly string[]) => names.map((name) => read('lib/server/fonts', `${name}.woff2`))
const fonts = readFonts(FONTS)
let cjkFonts: Uint8Array[] | null = null
await initWasm(fs.readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))

/** Reads a drawing with the faces that its letters need. */
function open(svg: string) {
  if (CJK.test(svg)) cjkFonts ??= readFonts(CJK_FONTS)
  const fontBuffers = CJK.test(svg) ? [...fonts, ...(cjkFonts ?? [])] : fonts

  return new Resvg(svg, { font: { fontBuffers, loadSystemFonts: false } })
}

/** How wide a text is, in pixels. */
function measure(svg: string): number {
  const drawing = open(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${svg}</svg>`)
  const box = drawing.getBBox()
  const width = box ? box.x + box.width : 0
  drawing.free()

  return width
}

function flagOf(iso2: string): string | null {
  const file = path.join(root, 'public/flags', `${iso2.toLowerCase()}.svg`)

  return /^[a-z]{2}$/i.test(iso2) && fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null
}

parentPort?.on('message', ({ id, picture }: { id: number; picture: SharePicture }) => {
  try {
    const flag = picture.iso2 === null ? null : flagOf(picture.iso2)
    const drawing = open(drawSharePicture(picture, { measure, flag }))
    const rendered = drawing.render()
    const png = rendered.asPng()
    rendered.free()
    drawing.free()
    parentPort?.postMessage({ id, png })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})

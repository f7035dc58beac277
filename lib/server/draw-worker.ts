import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import type { SharePicture } from '#lib/catalog/rules/share-picture.ts'
import { drawSharePicture } from '#lib/server/share-picture-svg.ts'

const FONTS = ['bricolage-grotesque-latin-700', 'bricolage-grotesque-latin-ext-700', 'noto-sans-arabic-700']

const root: string = workerData
const read = (...parts: string[]) => new Uint8Array(fs.readFileSync(path.join(root, ...parts)))
const fontBuffers = FONTS.map((name) => read('lib/server/fonts', `${name}.woff2`))
const options = { font: { fontBuffers, loadSystemFonts: false } }
await initWasm(fs.readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')))

/** How wide a text is, in pixels. */
function measure(svg: string): number {
  const drawing = new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${svg}</svg>`, options)
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
    const drawing = new Resvg(drawSharePicture(picture, { measure, flag }), options)
    const rendered = drawing.render()
    const png = rendered.asPng()
    rendered.free()
    drawing.free()
    parentPort?.postMessage({ id, png })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})

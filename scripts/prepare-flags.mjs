// Copies the 3:2 country flags into public/flags under lower-case names, next to their licence, and puts all of them on
// two sheets for pages with many flags. The results are committed: run this again for a newer release of
// the package, which is installed for that alone: `npm install --no-save country-flag-icons@1.6.20`.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const WIDTH = 36
const HEIGHT = 24
// Room between two flags: a browser that rounds must not show the edge of the next one.
const STEP = 30

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const source = join(root, 'node_modules/country-flag-icons')
const target = join(root, 'public/flags')

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })

const names = readdirSync(join(source, '3x2')).filter((name) => /^[A-Z]{2}\.svg$/.test(name))
for (const name of names) copyFileSync(join(source, '3x2', name), join(target, name.toLowerCase()))
copyFileSync(join(source, 'LICENSE'), join(target, 'LICENSE.txt'))

const codes = names.map((name) => name.slice(0, 2))
// The list by which the shelves are ordered: what stands first comes with the first sheet.
const popular = new Set(JSON.parse(readFileSync(join(root, 'lib/catalog/rules/popularity.json'), 'utf8')))
writeSheet(
  'wanted',
  codes.filter((code) => popular.has(code)),
)
writeSheet(
  'others',
  codes.filter((code) => !popular.has(code)),
)
console.log(`${names.length} flags in public/flags`)

/** A column of flags, each a named view: `wanted.svg#jp` shows one of them. */
function writeSheet(name, members) {
  const flags = members.map((code, index) => placed(code, index * STEP))
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${members.length * STEP}">`
  writeFileSync(join(target, `${name}.svg`), `${head}${flags.join('')}</svg>\n`)
}

function placed(code, y) {
  const drawing = readFileSync(join(source, '3x2', `${code}.svg`), 'utf8').trim()
  const [, box = ''] = /^<svg[^>]* viewBox="([^"]+)"/.exec(drawing) ?? []
  // Names inside a drawing would meet those of another one.
  const own = drawing.replaceAll(/\b(id="|url\(#|href="#)([\w-]+)/g, `$1${code}-$2`).replace(/^<svg[^>]*>/, '')
  const view = `<view id="${code.toLowerCase()}" viewBox="0 ${y} ${WIDTH} ${HEIGHT}"/>`

  return `${view}<svg y="${y}" width="${WIDTH}" height="${HEIGHT}" viewBox="${box}">${own}`
}

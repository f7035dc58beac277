// Copies the 3:2 country flags into public/flags under lower-case names, next to their licence.
// The copies are committed: run this again after the package was updated.
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const source = join(root, 'node_modules/country-flag-icons')
const target = join(root, 'public/flags')

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })

const names = readdirSync(join(source, '3x2')).filter((name) => /^[A-Z]{2}\.svg$/.test(name))
for (const name of names) copyFileSync(join(source, '3x2', name), join(target, name.toLowerCase()))
copyFileSync(join(source, 'LICENSE'), join(target, 'LICENSE.txt'))

console.log(`${names.length} flags in public/flags`)

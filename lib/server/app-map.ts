import fs from 'node:fs'
import path from 'node:path'
import type { PublicRoute } from '#lib/content/rules/public-route.ts'
import { DEFAULT_LOCALE } from '#lib/core/i18n/config.ts'
import type { ReadSheet } from '#lib/server/inline-sheets.ts'

/** What answers at an address: a file of the build or of `public`, a page, or a handler. `null` when nothing does. */
export type Kind = 'file' | 'page' | 'handler' | null

/** Tells what answers at a path. */
export type AppMap = (path: string) => Kind

/** Tells whether a page of the shop answers a public route, and no handler. */
export type IsPage = (route: Pick<PublicRoute, 'path' | 'language'>) => boolean

type Rule = { shape: RegExp; kind: Kind }

/**
 * Reads what the build can answer. A path that only the language folder would take is none of it: what is public there
 * is on a list of its own, and the rest is answered without asking Next.
 */
export function readAppMap(root: string, distDir: string): AppMap {
  const files = new Set([
    ...list(path.join(root, 'public')),
    ...list(path.join(root, distDir, 'static')).map((file) => `/_next/static${file}`),
  ])

  return makeAppMap(readRoutes(root, distDir), files)
}

/** Reads which public routes are pages. */
export function readIsPage(root: string, distDir: string): IsPage {
  return makeIsPage(readRoutes(root, distDir))
}

function readRoutes(root: string, distDir: string): Record<string, string> {
  return JSON.parse(fs.readFileSync(path.join(root, distDir, 'app-path-routes-manifest.json'), 'utf8'))
}

/** As `readAppMap`, from the routes as Next writes them down (`/cart/page` to `/cart`) and the addresses of files. */
export function makeAppMap(routes: Record<string, string>, files: ReadonlySet<string>): AppMap {
  // As it is and as the framework spells it in a page, and no third way: each spelling is kept as a file of its own.
  const spelled = new Set([...files, ...[...files].map((file) => file.split('/').map(encodeURIComponent).join('/'))])
  // By their first part, so that a request is compared with few of them.
  const rules = new Map<string, Rule[]>()
  for (const [name, address] of Object.entries(routes)) {
    const first = firstPart(address)
    if (first === '' || first.startsWith('[') || first === '_not-found') continue
    const kind = name.endsWith('/page') ? 'page' : 'handler'
    rules.set(first, [...(rules.get(first) ?? []), { shape: shapeOf(address), kind }])
  }

  return (asked) => {
    if (spelled.has(asked)) return 'file'

    return rules.get(firstPart(asked))?.find(({ shape }) => shape.test(asked))?.kind ?? null
  }
}

/** As `readIsPage`, from the routes as Next writes them down. */
export function makeIsPage(routes: Record<string, string>): IsPage {
  const shapes = Object.entries(routes)
    .filter(([name, address]) => name.endsWith('/page') && address.startsWith('/[') && !address.includes('[...'))
    .map(([, address]) => shapeOf(address))

  return ({ path, language }) => {
    const inside = language === DEFAULT_LOCALE ? `/${language}${path}`.replace(/\/$/, '') : path

    return shapes.some((shape) => shape.test(inside))
  }
}

/** What a sheet of the build names beside itself: from its folder to the neighbour. */
const FROM_NEIGHBOUR = /url\((["']?)\.\.\//g

/** Gives the style sheets that the build has, each read once, with addresses that hold outside of its folder too. */
export function readSheets(root: string, distDir: string): ReadSheet {
  const folder = path.join(root, distDir, 'static')
  const files = new Set(list(folder).filter((file) => file.endsWith('.css')))
  const kept = new Map<string, string>()

  return (address) => {
    const file = address.replace('/_next/static', '')
    if (!files.has(file)) return null
    const known = kept.get(file)
    if (known !== undefined) return known
    const text = fs.readFileSync(path.join(folder, file), 'utf8').replace(FROM_NEIGHBOUR, 'url($1/_next/static/')
    kept.set(file, text)

    return text
  }
}

/**
 * Names the scripts that the page of a destination has and the list of them has not, without their ending and parted by
 * spaces. The framework tells them in that page alone, which costs whoever presses its link a second way to the server. ''
 * where its notes on them are not found: the page then names them, as ever.
 */
export function readDestinationScripts(root: string, distDir: string): string {
  const pages = path.join(root, distDir, 'server/app/(shop)/[locale]/destinations')
  const [known, ...wanted] = [pages, path.join(pages, '[slug]')].map((folder) => {
    const notes = path.join(folder, 'page_client-reference-manifest.js')
    const text = fs.existsSync(notes) ? fs.readFileSync(notes, 'utf8') : ''

    return [...text.matchAll(/"\/_next\/static\/chunks\/([\w.~-]+)\.js"/g)].map(([, name]) => name)
  })

  return [...new Set(wanted.flat())].filter((name) => !known?.includes(name)).join(' ')
}

function list(folder: string): string[] {
  if (!fs.existsSync(folder)) return []

  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')}`)
}

function shapeOf(address: string): RegExp {
  const parts = address.split('/').slice(1)
  const shapes = parts.map((part) => {
    if (part.startsWith('[[...')) return '(?:/.+)?'
    if (part.startsWith('[...')) return '/.+'

    return part.startsWith('[') ? '/[^/]+' : `/${part.replaceAll(/[^\w-]/g, '\\$&')}`
  })

  return new RegExp(`^${shapes.join('')}$`)
}

function firstPart(route: string): string {
  return route.split('/', 2)[1] ?? ''
}

// Nothing of ours has a control character in its address, and the database refuses NUL in any text.
const CONTROL = /%(0[0-9a-f]|1[0-9a-f]|7f)/i
const NUL = /%00/

/** Decodes a path; `null` when it is no text: broken percent codes, bytes that are not UTF-8, or control characters. */
export function readPath(path: string): string | null {
  if (!path.includes('%')) return path
  if (CONTROL.test(path)) return null
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** Whether the part of an address behind the question mark can be handed on. */
export function isCleanQuery(query: string): boolean {
  return !NUL.test(query)
}

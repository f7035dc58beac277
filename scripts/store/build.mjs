import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { runToEnd } from './child.mjs'
import { StartError } from './fail.mjs'

const SOURCES = ['app', 'components', 'lib', 'messages', 'prisma/schema', 'public']
const FILES = ['instrumentation.ts', 'next.config.js', 'package-lock.json', 'package.json', 'postcss.config.mjs']
const MARK = 'landfall-build'

/** Builds the store unless the finished build was made from exactly these sources. `say` hears what is done. */
export async function ensureBuild({ root, distDir = '.next', say }) {
  if (isBuildCurrent({ root, distDir })) return false
  say('building the store')
  fs.rmSync(path.join(root, distDir, MARK), { force: true })
  await buildStore({ root, distDir })

  return true
}

/** Whether the finished build was made from these very sources. */
export function isBuildCurrent({ root, distDir = '.next' }) {
  const mark = path.join(root, distDir, MARK)
  // A packed store came without the sources that it was made from.
  if (readPacked(root)) return fs.existsSync(mark)

  return fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === hashOf(root)
}

/** The client of the database schema, then the pages. Needs no environment: nothing of the operator's is baked in. */
export async function buildStore({ root, distDir = '.next', generates = true }) {
  const mark = path.join(root, distDir, MARK)
  const before = hashOf(root)
  if (generates) await run(root, distDir, ['scripts/prisma.mjs', 'generate'])
  await run(root, distDir, ['node_modules/next/dist/bin/next', 'build'])
  fs.writeFileSync(mark, before)
}

/** Refuses to start without a build, for `npm start`. */
export function requireBuild({ root, distDir = '.next' }) {
  const mark = path.join(root, distDir, MARK)
  if (!fs.existsSync(mark)) throw new StartError('There is no finished build: run `npm run build` first.')
}

async function run(root, distDir, args) {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'APPDATA', 'LOCALAPPDATA', 'TEMP']
  const env = Object.fromEntries(kept.filter((name) => process.env[name]).map((name) => [name, process.env[name]]))
  const settings = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', NEXT_DIST_DIR: distDir }
  const [program, ...rest] = args
  const { code } = await runToEnd({ program, args: rest, cwd: root, env: { ...env, ...settings } })
  if (code !== 0) throw new StartError(`The build failed: node ${args.join(' ')}`)
}

function hashOf(root) {
  const hash = createHash('sha256').update(process.versions.node)
  const files = SOURCES.flatMap((folder) => list(root, folder)).concat(FILES, 'proxy.ts', 'tsconfig.json')
  for (const file of files.sort()) {
    const whole = path.join(root, file)
    if (fs.existsSync(whole)) hash.update(file).update('\0').update(fs.readFileSync(whole)).update('\0')
  }

  return hash.digest('hex')
}

function list(root, folder) {
  const whole = path.join(root, folder)
  if (!fs.existsSync(whole)) return []

  return fs
    .readdirSync(whole, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith(path.join('lib', 'generated')))
}

/** What `npm run pack` noted in its folder: `{ verbs, config }`; `null` where the sources are. */
export function readPacked(root) {
  const file = path.join(root, 'packed.json')

  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null
}

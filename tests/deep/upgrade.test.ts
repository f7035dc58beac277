import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sendBuyers } from '#scripts/chaos/buyers.mjs'
import { choosePlans, inputOf } from '#scripts/chaos/inputs.mjs'
import { compareLedgers } from '#scripts/chaos/ledgers.mjs'
import { prove } from '#scripts/chaos/run.mjs'
import { settle } from '#scripts/chaos/settle.mjs'
import { openWorld } from '#scripts/chaos/world.mjs'
import { ROOT } from '#scripts/store/supervisor.mjs'
import { publish } from '#tests/support/published.ts'

/** Release 0.1.0. */
const COMMIT = '3954cb2d23881dbc801197f2ab2274a384737aa9'

type Manifest = { dependencies: Record<string, string>; devDependencies?: Record<string, string> }

/**
 * The former release from the history of git, in a folder of its own, ready to run uncompiled. Throws in words where the
 * history is not there. Its packages are those of this tree as long as they are of the same versions.
 */
function checkOutFormer(): { root: string; remove: () => void } {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-former-'))
  const remove = () => fs.rmSync(root, { recursive: true, force: true })
  try {
    requireHistory()
    const archive = path.join(root, 'release.tar')
    execFileSync('git', ['archive', '--output', archive, COMMIT])
    execFileSync('tar', ['-xf', archive, '-C', root])
    fs.rmSync(archive)
    installPackages(root)
    execFileSync(process.execPath, ['scripts/prisma.mjs', 'generate'], { cwd: root, stdio: 'pipe' })
    translateDriver(root)

    return { root, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** The buyers speak this release's words: the driver of the former one takes them as its own. */
function translateDriver(root: string): void {
  const driver = fs.readFileSync(path.join(root, 'scripts/chaos/door-child.ts'), 'utf8')
  const translated = driver
    .replace('const { lines, ...rest } = body', 'const { items: lines, ...rest } = body')
    .replace('as { lines: ', 'as { items: ')
    .replace('const { cardIds } = body as { cardIds: ', 'const { esimIds: cardIds } = body as { esimIds: ')
  expect(translated.match(/items: |esimIds: /g)).toHaveLength(4)
  fs.writeFileSync(path.join(root, 'scripts/chaos/web-child.ts'), translated)
}

function requireHistory(): void {
  try {
    execFileSync('git', ['cat-file', '-e', `${COMMIT}^{commit}`], { stdio: 'pipe' })
  } catch {
    throw new Error(
      `The upgrade drill needs release 0.1.0, commit ${COMMIT}, and this clone does not have it: ` +
        'run `git fetch --unshallow`, or clone with the whole history.',
    )
  }
}

function installPackages(root: string): void {
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest
  const wanted = {
    ...dependencies,
    ...pick(root, ['prisma', '@prisma/schema-engine-wasm', '@prisma/driver-adapter-utils']),
  }
  const isSame = Object.entries(wanted).every(([name, version]) => installed(name) === version)
  if (isSame) fs.symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'), 'dir')
  else execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, stdio: 'pipe' })
}

function pick(root: string, names: string[]): Record<string, string> {
  const { devDependencies = {} } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest

  return Object.fromEntries(names.map((name) => [name, devDependencies[name] ?? '']))
}

function installed(name: string): string | null {
  const file = path.join('node_modules', name, 'package.json')

  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version : null
}

const BUYERS = Number(process.env.BUYERS ?? 30)
const SEED = Number(process.env.SEED ?? 1)
const TIME_SCALE = 120
const RATE = 2
const SETTLES_WITHIN_MS = 20 * 60_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test(`the former release sells, this one takes over in the middle, the former one comes back, and of ${3 * BUYERS} buyers nobody is lost`, {
  timeout: 3_600_000,
}, async () => {
  const former = checkOutFormer()
  onTestFinished(former.remove)
  const say = process.env.DEBUG ? console.log : () => undefined
  const deaths: string[] = []
  const world = await openWorld({
    drive: 'services',
    timeScale: TIME_SCALE,
    workers: 1,
    say,
    onDeath: ({ name, said }: { name: string; said: string }) => deaths.push(`${name}: ${said}`),
    isCuttable: false,
    root: former.root,
  })
  onTestFinished(() => world.close())
  const plans = await choosePlans(world.database, SEED)
  await prove(world, { seed: SEED, plans, say })
  const visits: unknown[] = []
  let next = 0
  /** Buyers come, and the release under them is killed and another one started while half of them are still to come. */
  const sellAcross = async (change: (() => Promise<void>) | null) => {
    const inputs = Array.from({ length: BUYERS }, () => inputOf({ seed: SEED, n: ++next, plans }))
    const selling = sendBuyers({ world, inputs, rate: RATE, max: 20, say })
    if (change) {
      await pause((BUYERS / RATE / 2) * 1_000)
      await change()
    }
    visits.push(...(await selling))
  }

  await sellAcross(() => world.changeTo(ROOT))
  const [state] = await world.database.ask('SELECT "release" FROM "SchemaState"')
  await sellAcross(() => world.changeTo(former.root))
  await sellAcross(null)
  const open = await settle({ world, timeScale: TIME_SCALE, withinMs: SETTLES_WITHIN_MS, say })
  const books = await compareLedgers({ world, visits })

  publish('upgrade', { buyers: visits.length, ...books, misses: books.misses.length })
  expect(state).toBeDefined()
  expect(visits).toHaveLength(3 * BUYERS)
  expect(deaths).toEqual([])
  expect(open).toEqual([])
  expect(books.misses).toEqual([])
  expect(books.delivered).toBeGreaterThan(BUYERS)
})

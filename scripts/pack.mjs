// `npm run pack [-- --to <folder>]`: writes what a store needs in production into one folder, `packed` unless another
// is named: the finished build, the commands of an operator, the packages they load and the pinned Node. Nothing has to be
// installed where it runs. `--no-node` leaves Node out, `--no-database` the embedded PostgreSQL.
import './check-node.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { FLOORS } from './check-floors.mjs'
import { runCommand, StartError } from './store/fail.mjs'

const { copyPackages, copyStore, sizes } = await import('./pack/copy.mjs')
const { traceBuild, traceOwn } = await import('./pack/copy.mjs')
const { buildStore, isBuildCurrent } = await import('./store/build.mjs')
const { ROOT } = await import('./store/supervisor.mjs')
const { distDir } = await import('./store/web.mjs')

const COMMANDS = ['store', 'worker', 'migrate', 'doctor', 'backup', 'restore', 'with-store', 'with-database']
const VERBS = ['admin-create', 'catalog-sync', 'invariants', 'keys-rotate', 'retention']
const SERVERS = [
  'lib/server/main.ts',
  'lib/server/draw-worker.ts',
  'sandbox/upstream/main.ts',
  'sandbox/payments/main.ts',
  'sandbox/mail/main.ts',
]
const FACES = 'lib/server/fonts'

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      node: { type: 'boolean', default: true },
      database: { type: 'boolean', default: true },
    },
    allowNegative: true,
  })
  const to = path.resolve(ROOT, values.to ?? 'packed')
  if (fs.existsSync(to) && !isPacked(to)) throw new StartError(`${to} is there already and is no packed store.`)
  const kept = ['data', '.env'].find((name) => fs.existsSync(path.join(to, name)))
  if (kept) throw new StartError(`${to} is a store with its ${kept}, and all of it would go: pack into a new folder.`)
  if (!isBuildCurrent({ root: ROOT, distDir: distDir() })) await buildStore({ root: ROOT, distDir: distDir() })

  const commands = [...COMMANDS.map((name) => `scripts/${name}.mjs`), 'scripts/store/follow-parent.mjs']
  const files = new Set([
    ...traceBuild(ROOT, distDir()),
    ...(await traceOwn(ROOT, [...commands, ...SERVERS], ['node'])),
    ...(await traceOwn(
      ROOT,
      VERBS.map((name) => `scripts/${name}.ts`),
      ['node', 'react-server'],
    )),
    // The thread that draws reads these by name.
    'node_modules/@resvg/resvg-wasm/index_bg.wasm',
    ...fs.readdirSync(path.join(ROOT, FACES)).map((file) => path.join(FACES, file)),
    // The floors are compared with these, whether a package is loaded from its folder or was built in.
    ...FLOORS.map(({ name }) => `node_modules/${name}/package.json`),
  ])
  fs.rmSync(to, { recursive: true, force: true })
  copyStore({ root: ROOT, to, distDir: distDir(), files, verbs: VERBS })
  copyPackages({ root: ROOT, to, hasNode: values.node, hasDatabase: values.database })

  for (const [name, bytes] of sizes(to)) console.log(`${(bytes / 1e6).toFixed(1).padStart(8)} MB  ${name}`)
  console.log(`${to} is ready: \`npm start\` in it, or node_modules/.bin/node scripts/store.mjs --no-build`)
})

function isPacked(folder) {
  return fs.existsSync(path.join(folder, 'packed.json')) || fs.readdirSync(folder).length === 0
}

// `npm run store`: everything a shop needs on one machine, from an empty folder to an open door.
// `npm start` is the same without building (`--no-build`).
import './check-node.mjs'
import './check-floors.mjs'
import { withClient } from './postgres/with-client.mjs'
import { answerVersion } from './release.mjs'
import { ensureBuild, requireBuild } from './store/build.mjs'
import { runCommand, toLogLine } from './store/fail.mjs'

answerVersion()

const A_WHOLE_CATALOGUE = `SELECT 1 FROM "SyncRun" WHERE "state" = 'finished' LIMIT 1`
const AN_OWNER = `SELECT 1 FROM "Staff" WHERE "role" = 'owner' AND "disabledAt" IS NULL LIMIT 1`

const { keepBackups } = await import('./store/backup-clock.mjs')
const { proxyProblem } = await import('./store/settings.mjs')
const { openStore, ROOT } = await import('./store/supervisor.mjs')
const { hasVerb, runVerb } = await import('./store/verb.mjs')
const { distDir, startWeb } = await import('./store/web.mjs')

await runCommand(async () => {
  if (process.argv.includes('--no-build')) requireBuild({ root: ROOT, distDir: distDir() })
  const store = await openStore({})
  const { settings, env, say, stop } = store
  try {
    if (!process.argv.includes('--no-build') && (await ensureBuild({ root: ROOT, distDir: distDir(), say })))
      say('build finished')
    if (hasVerb('catalog-sync') && !(await exists(env.DATABASE_URL, A_WHOLE_CATALOGUE))) await fillMirror(env, say)
    // Beside each other: the link needs the database only.
    const [owner] = await Promise.all([firstOwner(env), startWeb(store)])
    keepBackups({ ...store, root: ROOT })
    greet({ settings, env, say, owner })
  } catch (error) {
    await stop()
    throw error
  }
})

/** A shop with an empty shelf opens all the same when the provider is away: the worker goes on trying. */
async function fillMirror(env, say) {
  say('reading the catalogue for the first time')
  const { code } = await runVerb('catalog-sync', [], { env, isQuiet: true })
  say(code === 0 ? 'the catalogue is complete' : 'the catalogue could not be read yet; the store goes on trying')
}

function greet({ settings, env, say, owner }) {
  if (settings.mode === 'live') {
    const problem = proxyProblem(settings, env)
    if (problem) say(problem)
    console.log(toLogLine('the shop is open', { url: settings.publicUrl, ...(owner && { firstOwner: owner }) }))
    return
  }
  say('the shop is open')
  console.log('')
  console.log(`  Shop            ${settings.publicUrl}`)
  if (owner) console.log(`  First owner     ${owner}`)
  if (env.MAIL_VIEW_URL) console.log(`  Mail sent       ${env.MAIL_VIEW_URL}`)
  console.log(`  Data            ${settings.dataDir}`)
  console.log('  Mode            trial: no money moves, no real eSIM')
  console.log('')
  console.log('  Ctrl-C stops everything; the data stays.')
  console.log('')
}

/** How somebody becomes the first owner: a link at the first start, later the way to another one. `null` when one is. */
async function firstOwner(env) {
  if (await exists(env.DATABASE_URL, AN_OWNER)) return null
  const { code, text } = await runVerb('admin-create', ['--quiet', '--first'], { env, collect: true })

  return code === 0 && text ? `${text}   (works once, for one hour)` : 'none yet: npm run admin:create makes a link'
}

function exists(connectionString, sql) {
  return withClient({ connectionString }, async (client) => (await client.query(sql)).rowCount > 0)
}

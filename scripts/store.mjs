// `npm run store`: everything a shop needs on one machine, from an empty folder to an open door.
// `npm start` is the same without building (`--no-build`).
import './check-node.mjs'
import './check-floors.mjs'
import { answerVersion } from './release.mjs'
import { ensureBuild, requireBuild } from './store/build.mjs'
import { runCommand, toLogLine } from './store/fail.mjs'

answerVersion()

const { keepBackups } = await import('./store/backup-clock.mjs')
const { fillMirror, firstOwner } = await import('./store/first-start.mjs')
const { proxyProblem } = await import('./store/settings.mjs')
const { openStore, ROOT } = await import('./store/supervisor.mjs')
const { distDir, startWeb } = await import('./store/web.mjs')

await runCommand(async () => {
  if (process.argv.includes('--no-build')) requireBuild({ root: ROOT, distDir: distDir() })
  const store = await openStore({})
  const { settings, env, say, stop } = store
  try {
    if (!process.argv.includes('--no-build') && (await ensureBuild({ root: ROOT, distDir: distDir(), say })))
      say('build finished')
    await fillMirror(env, say)
    // Beside each other: the link needs the database only.
    const [owner] = await Promise.all([firstOwner(env), startWeb(store)])
    keepBackups({ ...store, root: ROOT })
    greet({ settings, env, say, owner })
  } catch (error) {
    await stop()
    throw error
  }
})

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

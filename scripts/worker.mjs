// `npm run worker`: a process that takes no requests and does the work that is due, beside the web processes.
import './check-node.mjs'
import './check-floors.mjs'
import { answerVersion } from './release.mjs'
import { requireBuild } from './store/build.mjs'
import { runCommand } from './store/fail.mjs'

answerVersion()

const { keepBackups } = await import('./store/backup-clock.mjs')
const { openStore, ROOT } = await import('./store/supervisor.mjs')
const { distDir, startWorker } = await import('./store/web.mjs')

await runCommand(async () => {
  requireBuild({ root: ROOT, distDir: distDir() })
  const store = await openStore({ needsPort: false, mayJoin: true })
  startWorker(store)
  keepBackups({ ...store, root: ROOT })
})

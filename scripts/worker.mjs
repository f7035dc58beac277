// `npm run worker`: a process that takes no requests and does the work that is due, beside the web processes.
import './check-node.mjs'
import './check-floors.mjs'
import { answerVersion } from './release.mjs'
import { requireBuild } from './store/build.mjs'
import { runCommand } from './store/fail.mjs'

const { openStore, ROOT } = await import('./store/supervisor.mjs')
const { distDir, startWorker } = await import('./store/web.mjs')

answerVersion()
await runCommand(async () => {
  requireBuild({ root: ROOT, distDir: distDir() })
  startWorker(await openStore({ needsPort: false, mayJoin: true }))
})

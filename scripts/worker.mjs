// `npm run worker`: a process that takes no requests and does the work that is due, beside the web processes.
import './check-node.mjs'
import './check-floors.mjs'
import { requireBuild } from './store/build.mjs'
import { runCommand } from './store/fail.mjs'
import { openStore, ROOT } from './store/supervisor.mjs'
import { distDir, startWorker } from './store/web.mjs'

await runCommand(async () => {
  requireBuild({ root: ROOT, distDir: distDir() })
  startWorker(await openStore({ needsPort: false, mayJoin: true }))
})

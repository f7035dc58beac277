// `npm run build`: made without any setting of the operator, so that one build serves every installation.
import './check-node.mjs'
import { buildStore } from './store/build.mjs'
import { runCommand } from './store/fail.mjs'

const { ROOT } = await import('./store/supervisor.mjs')
const { distDir } = await import('./store/web.mjs')

await runCommand(() => buildStore({ root: ROOT, distDir: distDir() }))

// `npm run build`: made without any setting of the operator, so that one build serves every installation. With
// `--no-generate` the client of the database is taken as it is: whoever reads it meanwhile must not find half of it.
import './check-node.mjs'
import { buildStore } from './store/build.mjs'
import { runCommand } from './store/fail.mjs'

const { ROOT } = await import('./store/supervisor.mjs')
const { distDir } = await import('./store/web.mjs')

await runCommand(() =>
  buildStore({ root: ROOT, distDir: distDir(), generates: !process.argv.includes('--no-generate') }),
)

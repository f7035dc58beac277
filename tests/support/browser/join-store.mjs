// Joins a running store, as a command of the store would, and runs a program of the tests with its settings:
//   node tests/support/browser/join-store.mjs tests/support/browser/orders-in-review.ts
import { runToEnd } from '#scripts/store/child.mjs'
import { openStore } from '#scripts/store/supervisor.mjs'

const [program] = process.argv.slice(2)
const { env, stop } = await openStore({ needsPort: false, mayJoin: true, isQuiet: true })
const { code, text } = await runToEnd({
  program,
  flags: ['--conditions=react-server'],
  env: { ...env, WORKER: 'off', LOG_LEVEL: 'silent' },
  collect: true,
})
await stop()
console.log(text)
process.exit(code ?? 1)

// Joins a running store, as a command of the store would, and has lines of it held: prints them as JSON.
import { runToEnd } from '#scripts/store/child.mjs'
import { openStore } from '#scripts/store/supervisor.mjs'

const { env, stop } = await openStore({ needsPort: false, mayJoin: true, isQuiet: true })
const { code, text } = await runToEnd({
  program: 'tests/support/browser/hold-orders.ts',
  flags: ['--conditions=react-server'],
  env: { ...env, WORKER: 'off', LOG_LEVEL: 'silent' },
  collect: true,
})
await stop()
console.log(text)
process.exit(code ?? 1)

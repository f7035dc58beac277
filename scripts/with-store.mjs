// Runs a verb that uses the store's own code with the store's settings and its database up:
//   node scripts/with-store.mjs admin-create
// A running store of the same data directory is joined; otherwise what the verb needs is started for as long as it takes.
import './check-node.mjs'
import { runCommand, StartError } from './store/fail.mjs'

const { openStore } = await import('./store/supervisor.mjs')
const { hasVerb, runVerb } = await import('./store/verb.mjs')

await runCommand(async () => {
  const [verb, ...args] = process.argv.slice(2)
  if (!verb || !hasVerb(verb)) throw new StartError(`There is no verb "${verb ?? ''}".`)
  const { env, stop } = await openStore({ needsPort: false, mayJoin: true, isQuiet: true })
  const { code } = await runVerb(verb, args, { env })
  await stop()
  process.exit(code ?? 1)
})

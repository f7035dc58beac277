// `npm run doctor`: looks at everything the store stands on and says what is wrong. Changes nothing.
import './check-node.mjs'
import { runCommand } from './store/fail.mjs'

const { CHECKS } = await import('./doctor/checks.mjs')
const { openStore } = await import('./store/supervisor.mjs')

const MARKS = { ok: 'ok  ', warn: 'warn', bad: 'BAD ' }

await runCommand(async () => {
  const store = await openStore({ needsPort: false, mayJoin: true, isQuiet: true })
  let isWell = true
  for (const [name, look] of Object.entries(CHECKS)) {
    const { state, text } = await look(store).catch((error) => ({ state: 'bad', text: error.message || error.code }))
    console.log(`${MARKS[state]} ${name.padEnd(10)} ${text}`)
    isWell &&= state !== 'bad'
  }
  await store.stop()
  process.exit(isWell ? 0 : 1)
})

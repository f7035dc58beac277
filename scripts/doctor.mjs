// `npm run doctor`: looks at everything the store stands on, and says for each part how it is and what to do. It only
// reads: no folder is made, no server started, no migration applied. It answers within ten seconds.
import './check-node.mjs'

const { CHECKS } = await import('./doctor/checks.mjs')
const { readStore } = await import('./doctor/checks.mjs')

const MARKS = { ok: 'ok  ', warn: 'warn', bad: 'BAD ' }
const LONGEST_MS = 7_000

const store = readStore()
// What waits for somebody else begins before what keeps this process busy.
const answers = Object.entries(CHECKS)
  .toReversed()
  .map(([name, check]) => [name, within(check)])
let isWell = true
for (const [name, answer] of answers.toReversed()) {
  const { state, text } = await answer
  console.log(`${MARKS[state]} ${name.padEnd(10)} ${text.replace(/\s*\n\s*(- )?/g, ' ')}`)
  isWell &&= state !== 'bad'
}
process.exit(isWell ? 0 : 1)

/** The answer of a check; one that fails or is silent is an answer as well. */
async function within(check) {
  let timer
  const silence = new Promise((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS, { state: 'bad', text: `no answer within ${LONGEST_MS / 1000} seconds` })
  })
  try {
    return await Promise.race([check(store), silence])
  } catch (error) {
    return { state: 'bad', text: error.message || error.code || 'it cannot be told' }
  } finally {
    clearTimeout(timer)
  }
}

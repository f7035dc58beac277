// `npm test`: everything that must hold, from the lock file to a real browser. `node scripts/test.mjs unit build` runs
// the named steps only, `-- x` hands the rest to them.
import './check-node.mjs'

const { NAMED_STEPS, STEPS } = await import('./test/steps.mjs')
const { missingTools } = await import('./test/tools.mjs')

const all = { ...STEPS, ...NAMED_STEPS }
const given = process.argv.slice(2)
const names = given.filter((name) => name in all)
const rest = given.filter((name) => !(name in all))
const chosen = names.length > 0 ? names : Object.keys(STEPS)
const rows = []
const startedAt = Date.now()

// Before an hour of steps; whoever chooses files may have chosen none that need them.
const missing = rest.length === 0 ? missingTools(chosen) : []
if (missing.length > 0) {
  console.error(
    `Install these first: ${missing.join(', ')}. For Chromium, \`npx playwright install chromium\` or CHROMIUM_PATH do.`,
  )
  process.exit(1)
}

async function runStep(name) {
  console.log(`\n=== ${name}`)
  const began = Date.now()
  const result = await all[name](rest, { isAlone: !chosen.includes('check') }).catch((error) => ({
    passed: 0,
    failed: 1,
    notes: [error.message],
  }))
  // A step that looked at nothing proves nothing.
  const failed = result.passed + result.failed === 0 ? 1 : result.failed
  const row = { name, ...result, failed, seconds: (Date.now() - began) / 1000 }
  rows.push(row)

  return row
}

// One after the other: a journey that shares its two cores with hundreds of databases takes three times as long.
for (const name of Object.keys(all).filter((one) => chosen.includes(one))) {
  const isBuilt = rows.every((row) => row.name !== 'build' || row.failed === 0)
  if (name !== 'browser' || isBuilt) await runStep(name)
}

// Last, where they are found: the output above is long.
for (const { name, notes = [] } of rows) for (const note of notes) console.log(`\n--- ${name}: ${note}`)
console.log('')
for (const { name, passed, failed, seconds } of rows) {
  console.log(
    `${name.padEnd(12)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`,
  )
}
const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
console.log(`${'total'.padEnd(12)} ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') > 0 ? 1 : 0)

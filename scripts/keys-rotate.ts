// `npm run keys:rotate [-- --dry-run]`: seals every stored value with the first key of DATA_KEYS, while the store runs.
import { parseArgs } from 'node:util'
import { type RotationReport, rotateKeys } from '#lib/core/commands/rotate-keys.ts'
import { closeDatabase } from '#lib/core/repository/client.ts'

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
const isDryRun = values['dry-run']
const NAMES: Record<keyof RotationReport, string> = {
  codes: 'activation codes',
  apps: 'authenticator apps',
  session: 'upstream session',
  pushKey: 'key for push services',
  browsers: 'browsers that hear of an order',
}

const report = await rotateKeys({ isDryRun })
await closeDatabase()
let unread = 0
for (const kind of Object.keys(NAMES) as (keyof typeof NAMES)[]) {
  const counts = report[kind]
  const done = isDryRun ? 'to be sealed anew' : 'sealed anew'
  console.log(`${NAMES[kind]}: ${counts.values}, ${counts.resealed} ${done}, ${counts.unreadableCount} unreadable`)
  if (counts.unreadable.length > 0) console.log(`  unreadable: ${counts.unreadable.join(', ')}`)
  unread += counts.unreadableCount
}
if (unread > 0) console.log('What is unreadable was left as it is. Keep every key until you know why.')
else if (!isDryRun) console.log('Everything opens with the first key: the others may leave DATA_KEYS.')
process.exitCode = unread > 0 ? 1 : 0

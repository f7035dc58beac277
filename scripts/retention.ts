// `npm run retention [-- --dry-run]`: deletes what has been kept for as long as it may be, as the store does every night.
import { parseArgs } from 'node:util'
import { closeDatabase } from '#lib/core/repository/client.ts'
import { rewriteErased } from '#lib/customers/repository/erasures.ts'
import { removeOldRows } from '#lib/operations/repository/retention.ts'

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
const isDryRun = values['dry-run']
const report = await removeOldRows({ isDryRun })
const rewritten = isDryRun ? 0 : (await rewriteErased('narrow')) + (await rewriteErased('wide'))
await closeDatabase()
console.log(isDryRun ? 'Would be deleted:' : 'Deleted:')
for (const [kind, count] of Object.entries(report)) console.log(`  ${kind}: ${count}`)
if (rewritten > 0) console.log(`Tables rewritten after an erasure: ${rewritten}`)

import { closeDatabase } from '#lib/core/repository/client.ts'
import { closeUpstream, currentUpstream } from '#lib/provider/commands/upstream.ts'
import { listSkus } from '#lib/provider/index.ts'

// One cold process of many: asks the upstream once and says how much came.
const skus = await currentUpstream().call(listSkus, {})
await closeUpstream()
await closeDatabase()
process.stdout.write(`${skus.length}\n`)

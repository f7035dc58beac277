import { closeDatabase } from '#lib/core/repository/client.ts'
import { closeProvider, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { listSkus } from '#lib/provider/index.ts'

// One cold process of many: asks the provider once and says how much came.
const skus = await currentProvider().call(listSkus, {})
await closeProvider()
await closeDatabase()
process.stdout.write(`${skus.length}\n`)

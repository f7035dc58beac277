import { afterAll } from 'vitest'
import { forgetEnvironment } from '#lib/core/env.ts'
import { closeDatabase } from '#lib/core/repository/client.ts'
import { forgetCounters } from '#lib/core/repository/shared-counter.ts'
import { forgetProviderStatus } from '#lib/finance/repository/provider-ledger.ts'
import { forgetProviders } from '#lib/payments/commands/payments.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { jar } from '#tests/support/request-context.ts'
import { countSoldOrdersAgain } from '#tests/support/sold-order.ts'

// Files share a worker and the modules in it: what one leaves behind must not meet the next.
const before = { ...process.env }

afterAll(async () => {
  await closeProvider()
  await closeDatabase()
  forgetCounters()
  forgetProviders()
  forgetProviderStatus()
  jar.clear()
  countSoldOrdersAgain()
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
  forgetEnvironment()
})

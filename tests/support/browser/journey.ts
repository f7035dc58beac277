import { test as base } from '@playwright/test'
import { type Buyer, makeBuyer } from '#tests/support/browser/buyer.ts'
import { openProvider, type Provider } from '#tests/support/browser/provider.ts'

/** A browser test with a buyer in it and the other side's record at hand. */
export const test = base.extend<{ provider: Provider; buyer: Buyer }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern.
  provider: async ({}, use) => use(await openProvider()),
  buyer: async ({ page }, use) => use(makeBuyer(page)),
})

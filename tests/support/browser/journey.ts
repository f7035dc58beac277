import { test as base } from '@playwright/test'
import { type Buyer, makeBuyer } from '#tests/support/browser/buyer.ts'
import { openUpstream, type Upstream } from '#tests/support/browser/upstream.ts'

/** A browser test with a buyer in it and the other side's record at hand. */
export const test = base.extend<{ upstream: Upstream; buyer: Buyer }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern.
  upstream: async ({}, use) => use(await openUpstream()),
  buyer: async ({ page }, use) => use(makeBuyer(page)),
})

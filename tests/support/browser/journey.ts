import { test as base, type Page } from '@playwright/test'
import { type Buyer, makeBuyer } from '#tests/support/browser/buyer.ts'
import { openProvider, type Provider } from '#tests/support/browser/provider.ts'

/** Makes a page that is opened to `networkidle` ready to type into as well: on a busy machine its scripts run later than that. */
function awaitScripts(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const answer = await goto(url, options)
    // The listener for what comes before the scripts ends when they have taken over.
    if (options?.waitUntil === 'networkidle') await page.waitForFunction(() => !('early' in window))

    return answer
  }
}

/** A browser test with a buyer in it and the other side's record at hand. */
export const test = base.extend<{ provider: Provider; buyer: Buyer }>({
  page: async ({ page }, use) => {
    awaitScripts(page)
    await use(page)
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern.
  provider: async ({}, use) => use(await openProvider()),
  buyer: async ({ page }, use) => use(makeBuyer(page)),
})

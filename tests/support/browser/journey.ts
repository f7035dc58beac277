import { test as base, type Page } from '@playwright/test'
import { type Buyer, makeBuyer } from '#tests/support/browser/buyer.ts'
import { isAlive } from '#tests/support/browser/open-page.ts'
import { openProvider, type Provider } from '#tests/support/browser/provider.ts'

/** Makes a page that is opened until it asks for nothing more ready to type into as well: on a busy machine its scripts run later. */
function awaitScripts(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const answer = await goto(url, options)
    if (options?.waitUntil === 'networkidle') await isAlive(page)

    return answer
  }
}

let journeys = 0

/** A browser test with a buyer in it and the other side's record at hand. */
export const test = base.extend<{ provider: Provider; buyer: Buyer; end: undefined }>({
  // Pages that are left open would go on asking how their order stands, beside all journeys that follow.
  end: [
    async ({ browser }, use) => {
      await use(undefined)
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
  // Each comes from a network of its own: what some leave unpaid would count against all that follow.
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern.
  extraHTTPHeaders: async ({}, use, { workerIndex }) => {
    journeys += 1
    await use({ 'x-forwarded-for': `10.${workerIndex % 256}.${journeys % 256}.1` })
  },
  page: async ({ page }, use) => {
    awaitScripts(page)
    await use(page)
  },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern.
  provider: async ({}, use) => use(await openProvider()),
  buyer: async ({ page }, use) => use(makeBuyer(page)),
})

import { test as journey } from '#tests/support/browser/journey.ts'
import { type OtherStore, startOtherStore } from '#tests/support/browser/other-store.ts'
import { openProvider } from '#tests/support/browser/provider.ts'

/** A journey through a store of its own, which may be treated badly: nobody else buys there. */
export const test = journey.extend<object, { other: OtherStore }>({
  other: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern.
    async ({}, use) => {
      const other = await startOtherStore()
      await use(other)
      await other.close()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ other }, use) => use(other.url),
  provider: async ({ other }, use) => use(await openProvider(other.provider.url)),
})

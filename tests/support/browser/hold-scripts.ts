import type { Page } from '@playwright/test'

/** Keeps all scripts of the page back, as on a line where they take their time. Answers how to let them arrive. */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await arrival
    await route.continue()
  })

  return async () => {
    arrive()
    await page.waitForLoadState('networkidle')
    await page.unrouteAll({ behavior: 'wait' })
  }
}

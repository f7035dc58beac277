import type { Page } from '@playwright/test'

/** Keeps what the page asks for at an address back, as on a line where it takes its time. Answers how to let it go on. */
export async function holdCalls(page: Page, address: string): Promise<() => void> {
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await isHeld
    await route.continue()
  })

  return release
}

/** Keeps all scripts of the page back. Answers how to let them arrive. */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const release = await holdCalls(page, '**/_next/static/**/*.js')

  return async () => {
    release()
    await page.waitForLoadState('networkidle')
    await page.unrouteAll({ behavior: 'wait' })
  }
}

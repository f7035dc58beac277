import type { Page } from '@playwright/test'

/**
 * Opens a page and waits until it hears what is pressed and typed. Sooner than a quiet network, which each page would owe half a
 * second, and one that reads a kept answer anew in the background half a minute.
 */
export async function opens(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await isAlive(page)
}

/** The same with the page that is open. */
export async function opensAgain(page: Page): Promise<void> {
  await page.reload()
  await isAlive(page)
}

const opened = new WeakMap<Page, string>()

/** Waits until a page that was opened so has all that it asks for. Where somebody went on from it nothing is owed. */
export async function isAtRest(page: Page): Promise<void> {
  if (opened.get(page) === page.url()) await page.waitForLoadState('networkidle')
}

/** Waits until the scripts of the page have taken over every control that came with it. */
export async function isAlive(page: Page): Promise<void> {
  opened.set(page, page.url())
  await page.waitForLoadState()
  await page.waitForFunction(() => {
    // Outside of these stand what other scripts ask: another language, what tools may do.
    const places = ['button', 'input:not([type=hidden])', 'select', 'textarea'].join()
    const controls = [...document.querySelectorAll(`:is(header, main, footer) :is(${places})`)]

    return !('early' in window) && controls.every((one) => Object.keys(one).some((key) => key.startsWith('__react')))
  })
}

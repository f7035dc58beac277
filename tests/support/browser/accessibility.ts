import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds on the page at rest: a colour half way through its change is nothing anybody reads. */
export async function accessibilityViolations(page: Page, tags?: string[]) {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0))
        .map((animation) => animation.finished),
    ),
  )
  const axe = new AxeBuilder({ page })
  return (await (tags ? axe.withTags(tags) : axe).analyze()).violations
}

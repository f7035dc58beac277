import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { isAtRest } from '#tests/support/browser/open-page.ts'

type Check = { rules?: string[]; tags?: readonly string[] }

/** What axe finds on the page at rest, with all that it asks for: a colour half way through its change is nothing anybody reads. */
async function violations(page: Page, { rules, tags }: Check): Promise<string[]> {
  await isAtRest(page)
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0))
        .map((animation) => animation.finished),
    ),
  )
  // In one call instead of through a second window, and without the files for rules that are not asked for or need sound.
  // A document that was checked before has the half megabyte already.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder(isThere ? { page, axeSource: ';' } : { page })
    .setLegacyMode()
    .options({ preload: false, resultTypes: ['violations'] })
  if (tags) axe.withTags([...tags])
  if (rules) axe.withRules(rules)

  return (await axe.analyze()).violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target).join(' ')}`)
}

/** Expects that the automatic check finds nothing on the page as it stands. */
export async function passesCheck(page: Page, tags?: readonly string[]): Promise<void> {
  // It comes after the page where that is streamed.
  await expect(page).toHaveTitle(/\S/)
  expect(await violations(page, tags ? { tags } : {}), page.url()).toEqual([])
}

// The two looks differ in their colours alone.
const OF_COLOURS = { rules: ['color-contrast', 'link-in-text-block'] }

/** The same in both looks, ending in the light one, and without motion. */
export async function passesCheckInBothColorSchemes(page: Page, tags?: readonly string[]): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await violations(page, OF_COLOURS), `${page.url()} in the dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await passesCheck(page, tags)
}

/** Expects that the page is no wider than a narrow phone, and gives it its size back. */
export async function fitsPhone(page: Page, width = 360): Promise<void> {
  await isAtRest(page)
  const size = page.viewportSize()
  await page.setViewportSize({ width, height: 780 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  if (size) await page.setViewportSize(size)
}

/** What sticks out of the screen sideways, by itself or by making the page wider than the screen. */
export async function beyondTheEdge(page: Page): Promise<string[]> {
  await isAtRest(page)

  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - window.innerWidth
    const out = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect()
      if (width <= 1 || height <= 1 || (left >= -0.5 && right <= window.innerWidth + 0.5)) return false
      // Pictures without a meaning may be cut off, and what has a scroll bar of its own can be reached.
      if (element.closest('[aria-hidden=true], svg')) return false
      for (
        let box = element.parentElement;
        box && box.tagName !== 'MAIN' && box !== document.body;
        box = box.parentElement
      ) {
        if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) return false
      }

      return getComputedStyle(element).visibility === 'visible'
    })

    return [
      ...(wide > 0 ? [`the page is ${wide} px too wide`] : []),
      ...out.map((element) => element.outerHTML.slice(0, 120)),
    ]
  })
}

const MAX_STOPS = 120

/** Goes on by Tab until a control has the focus. At each stop on the way the focus must be in sight and marked. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press('Tab')
    const { name, problem, isThere } = await target.evaluate(checkFocus)
    expect(problem, `the focus on ${name}`).toBeNull()
    if (isThere) return
  }
  throw new Error(`${target} was not reached in ${MAX_STOPS} stops.`)
}

/** What a reader sees of the focus, and whether `target` has it: the mark may be drawn around the control or around what holds it. */
function checkFocus(target: Element): { name: string; problem: string | null; isThere: boolean } {
  const focused = document.activeElement
  const isThere = focused === target
  // Past the last stop the browser's own bar has the focus.
  if (!focused || focused === document.body) return { name: 'the page', problem: null, isThere }
  const name = focused.outerHTML.slice(0, 120)
  const marked = [focused, ...ancestors(focused)].slice(0, 4).some((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)

    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  if (!marked) return { name, problem: 'has no mark', isThere }
  const { top, bottom, left, right, width, height } = focused.getBoundingClientRect()
  const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  if (width === 0 || height === 0 || !isInView) return { name, problem: 'is out of sight', isThere }
  if (isCovered(focused)) return { name, problem: 'is covered by a bar', isThere }

  return { name, problem: null, isThere }

  // What stays at an edge of the screen while the page moves.
  function isCovered(element: Element): boolean {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    const above = document.elementFromPoint(x, y)
    if (!above || above.contains(element)) return false

    return [above, ...ancestors(above)].some(
      (box) => !box.contains(element) && ['sticky', 'fixed'].includes(getComputedStyle(box).position),
    )
  }

  function ancestors(element: Element): Element[] {
    return element.parentElement ? [element.parentElement, ...ancestors(element.parentElement)] : []
  }
}

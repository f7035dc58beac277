import { expect, type Locator, type Page } from '@playwright/test'

const MOST_STOPS = 120

/** Goes on by Tab until a control has the focus. At each stop on the way the focus must be in sight and marked. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab')
    const { name, problem } = await page.evaluate(lookAtFocus)
    expect(problem, `the focus on ${name}`).toBeNull()
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target} was not reached in ${MOST_STOPS} stops.`)
}

/** What a reader sees of the focus: the mark may be drawn around the control or around what holds it. */
function lookAtFocus(): { name: string; problem: string | null } {
  const focused = document.activeElement
  // Past the last stop the browser's own bar has the focus.
  if (!focused || focused === document.body) return { name: 'the page', problem: null }
  const name = focused.outerHTML.slice(0, 120)
  const marked = [focused, ...ancestors(focused)].slice(0, 4).some((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)

    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  if (!marked) return { name, problem: 'has no mark' }
  const { top, bottom, left, right, width, height } = focused.getBoundingClientRect()
  const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  if (width === 0 || height === 0 || !isInView) return { name, problem: 'is out of sight' }

  return { name, problem: null }

  function ancestors(element: Element): Element[] {
    return element.parentElement ? [element.parentElement, ...ancestors(element.parentElement)] : []
  }
}

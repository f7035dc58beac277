import type { Page } from '@playwright/test'

/** What sticks out of the screen sideways, by itself or by making the page wider than the screen. */
export function beyondTheEdge(page: Page): Promise<string[]> {
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

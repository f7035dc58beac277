import type { APIRequestContext, Page } from '@playwright/test'
import type { SeenPage } from '#tests/support/linked-data.ts'

/** What the head of a page says, by name; links by their relation and language. */
export function headOf(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string, name: string, value: string): Record<string, string> =>
      Object.fromEntries(
        [...document.head.querySelectorAll(selector)].map((one) => [
          one.getAttribute(name),
          one.getAttribute(value) ?? '',
        ]),
      )

    return {
      title: document.title,
      canonical: document.head.querySelector('link[rel=canonical]')?.getAttribute('href') ?? '',
      languages: all('link[rel=alternate][hreflang]', 'hreflang', 'href'),
      names: all('meta[name]', 'name', 'content'),
      properties: all('meta[property]', 'property', 'content'),
    }
  })
}

/** What somebody sees on a page. Marks of direction have no shape. */
export function seenPage(page: Page): Promise<SeenPage & { blocks: string[] }> {
  return page.evaluate(() => {
    const bare = (text: string | null | undefined) =>
      (text ?? '').replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069]/g, '').trim()
    const shown = document.body.cloneNode(true) as HTMLElement
    // What is told to machines proves nothing about what is shown.
    for (const hidden of shown.querySelectorAll('script, style')) hidden.remove()
    const folds = [...document.querySelectorAll('main details')].map((fold) => ({
      question: bare(fold.querySelector('summary')?.textContent),
      text: bare(fold.querySelector('summary + *')?.textContent),
    }))

    return {
      origin: window.location.origin,
      heading: bare(document.querySelector('h1')?.textContent),
      crumbs: [...document.querySelectorAll('.crumbs li')].map((crumb) => ({
        name: bare(crumb.textContent),
        href: crumb.querySelector('a')?.getAttribute('href') ?? null,
      })),
      folds,
      text: bare(shown.textContent),
      blocks: [...document.querySelectorAll('script[type="application/ld+json"]')].map((block) => block.innerHTML),
    }
  })
}

/** The status of an address, and where it leads. */
export async function leadsTo(request: APIRequestContext, path: string): Promise<string> {
  const answer = await request.get(path, { maxRedirects: 0 })

  return `${answer.status()} ${answer.headers().location ?? ''}`.trim()
}

/** The addresses of the English pages, as search engines read them. */
export async function siteMap(request: APIRequestContext): Promise<string> {
  return (await request.get('/sitemaps/en-0.xml')).text()
}

/** The links of a page's foot. */
export async function footerOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path)

  return page.locator('footer a').allInnerTexts()
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { buildCatalog } from '#sandbox/upstream/catalog/build.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { type OtherStore, webProcess } from '#tests/support/browser/other-store.ts'

/** A plan on both sides: where the shop sells it, and what it is called in calls to the provider. */
export type Goods = { planId: string; priceId: string; title: string }

const catalog = buildCatalog()

type Wanted = { slug: string; title: string; code: string }

// A worker looks at one store.
const found = new Map<string, Goods>()

/** Finds a plan of the shop by the title of its page, such as `Japan, 3 GB, 7 days`, and by its code provider. */
export async function findGoods(request: APIRequestContext, wanted: Wanted): Promise<Goods> {
  const goods = found.get(wanted.title) ?? (await readGoods(request, wanted))
  found.set(wanted.title, goods)

  return goods
}

async function readGoods(request: APIRequestContext, { slug, title, code }: Wanted): Promise<Goods> {
  const plan = catalog.skus.flatMap((sku) => sku.plans).find(({ apiCode }) => apiCode === code)
  if (!plan) throw new Error(`The sandbox sells no ${code}.`)
  const shelf = await (await request.get(`/destinations/${slug}`)).text()
  for (const id of new Set(shelf.match(/pln_[0-9A-Z]{26}/g))) {
    // Amounts are set with spaces that do not break.
    const page = (await (await request.get(`/plans/${id}`)).text()).replaceAll('\u00a0', ' ')
    if (page.includes(`<title>${title} |`)) return { planId: id, priceId: String(plan.priceid), title }
  }
  throw new Error(`The shop sells no "${title}".`)
}

/** Looks something up by the search field of a list: its rows alone are shown, and no row where nothing is called so. */
export async function lookUp(page: Page, path: string, text: string, within = 'main'): Promise<void> {
  await opens(page, path)
  const named = page.locator(`${within} tbody tr`, { hasText: text })
  await send(page, text)
  await expect(named, path).not.toHaveCount(0)
  await expect(page.locator(`${within} tr[data-row]`, { hasNotText: text }), path).toHaveCount(0)
  await send(page, 'LF-0000-0000')
  await expect(named, path).toHaveCount(0)
  await expect(page.locator(`${within} .a-emptyline`).last(), path).toBeVisible()
}

/** Sends what is looked for, and waits until the address says it. */
async function send(page: Page, text: string): Promise<void> {
  await page.locator('#list-search').fill(text)
  await page.locator('#list-search').press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === text)
}

/** Runs a program of the tests in the database of a store that stands still meanwhile. Returns what it printed. */
export async function arrangeIn<Arranged>(other: OtherStore, program: string): Promise<Arranged> {
  const web = webProcess(other)
  process.kill(web, 'SIGSTOP')
  try {
    const args = ['tests/support/browser/join-store.mjs', `tests/support/browser/${program}`]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: other.env })

    return JSON.parse(stdout)
  } finally {
    process.kill(web, 'SIGCONT')
  }
}

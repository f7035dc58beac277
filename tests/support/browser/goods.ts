import type { APIRequestContext } from '@playwright/test'
import { buildCatalog } from '#sandbox/upstream/catalog/build.ts'

/** A plan on both sides: where the shop sells it, and what it is called in calls to the provider. */
export type Goods = { planId: string; priceId: string; title: string }

const catalog = buildCatalog()

/** Finds a plan of the shop by the title of its page, such as `Japan, 3 GB, 7 days`, and by its code provider. */
export async function findGoods(
  request: APIRequestContext,
  { slug, title, code }: { slug: string; title: string; code: string },
): Promise<Goods> {
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

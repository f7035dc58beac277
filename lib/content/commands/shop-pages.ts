import 'server-only'
import { hasSubject, listRedirects } from '#lib/content/repository/redirects.ts'
import { isPersonalPath, toPublicRoute } from '#lib/content/rules/public-route.ts'
import type { Tx } from '#lib/core/repository/client.ts'
import { listKnownLocales } from '#lib/settings/repository/language-texts.ts'

/** Tells whether a path without its query is a page of the shop. */
export async function isShopPage(path: string, tx?: Tx): Promise<boolean> {
  if (isPersonalPath(path)) return true
  const route = toPublicRoute(path, new Set(await listKnownLocales()))

  return route !== null && (await hasSubject(route.subject, tx))
}

/** Tells whether a link of a text leads somewhere: to a page of the shop, a picture of its own, or by a redirect. */
export async function leadsSomewhere(address: string, prefix: string): Promise<boolean> {
  const [path = ''] = address.split(/[?#]/, 1)
  const clean = path.replace(/(?<=.)\/+$/, '')
  if (/^\/brand\/[\w-]{22}\.(?:png|jpg)$/.test(clean)) return true
  // A link without a language leads to the page in the language of the text.
  const paths = [clean, ...(clean.startsWith(`${prefix}/`) ? [] : [`${prefix}${clean === '/' ? '' : clean}`])]
  for (const one of paths.filter((candidate) => candidate !== '')) if (await isShopPage(one)) return true
  const table = await listRedirects()

  return table.some(({ from }) => paths.includes(from))
}

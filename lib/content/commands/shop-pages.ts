import 'server-only'
import { hasSubject, listRedirects, readTable, saveTable } from '#lib/content/repository/redirects.ts'
import {
  isPersonalPath,
  isRedirectable,
  targetOf,
  toPublicRoute,
  withRedirect,
} from '#lib/content/rules/public-route.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { lockSettings } from '#lib/settings/repository/settings.ts'
import { listKnownLocales } from '#lib/settings/repository/texts.ts'

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

const MOST = 2_000

/**
 * Lets an address that no page has lead to a page of the shop.
 *
 * Throws `forbidden`, and `bad_input` with the reason `from_shape` for what is no such address, `from_page` where there is
 * a page, `from_known` where there is a redirect, `no_page` for a target that is none, `loop`, or `too_many`.
 */
export async function addRedirect(caller: Caller, { from, to }: { from: string; to: string }): Promise<void> {
  const staff = requirePermission(caller, 'settings.change')
  if (!isRedirectable(from)) throw refused('from_shape', 'from')
  const by = actorOf(staff)
  await transaction(async (tx) => {
    await lockSettings(tx)
    if (await isShopPage(from, tx)) throw refused('from_page', 'from')
    const table = await readTable(tx)
    if (table.length >= MOST) throw refused('too_many', 'from')
    if (table.some((one) => one.from === from)) throw refused('from_known', 'from')
    const changed = withRedirect(table, { from, to, guide: null })
    if (!changed) throw refused('loop', 'to')
    if (!(await isShopPage(targetOf(table, to), tx))) throw refused('no_page', 'to')
    await saveTable(table, changed, by, tx)
    await recordAudit({ actor: by, role: staff.role, act: 'redirect.added', subject: from, after: { to } }, tx)
  })
}

/** Removes a redirect that staff entered. Those of guides stay. Throws `forbidden` and `not_found`. */
export async function removeRedirect(caller: Caller, from: string): Promise<void> {
  const staff = requirePermission(caller, 'settings.change')
  const by = actorOf(staff)
  await transaction(async (tx) => {
    await lockSettings(tx)
    const table = await readTable(tx)
    const gone = table.find((one) => one.from === from && one.guide === null)
    if (!gone) throw new AppError('not_found', 'There is no such redirect.')
    await saveTable(
      table,
      table.filter((one) => one !== gone),
      by,
      tx,
    )
    const before = { to: gone.to }
    await recordAudit({ actor: by, role: staff.role, act: 'redirect.removed', subject: from, before }, tx)
  })
}

function refused(reason: string, field: string): AppError {
  return new AppError('bad_input', `This redirect is not taken: ${reason}.`, { reason, fields: [field] })
}

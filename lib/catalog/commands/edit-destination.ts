import 'server-only'
import { giveAddresses } from '#lib/catalog/commands/sync-catalog.ts'
import {
  findAdminDestination,
  saveCountryAlias,
  saveDestinationEdit,
  savePlanHidden,
} from '#lib/catalog/repository/admin-catalog.ts'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import { changeAddress, findSlugOwner } from '#lib/catalog/repository/catalog-mirror.ts'
import { addressesOf, type LocalAddress } from '#lib/catalog/rules/address.ts'
import { type DestinationEdit, toOwnSayings, trimmedText } from '#lib/catalog/rules/admin-catalog.ts'
import { shelfOf } from '#lib/catalog/rules/countries.ts'
import { DEFAULT_LOCALE, isLocale } from '#lib/core/i18n/config.ts'
import { continentOf } from '#lib/core/i18n/countries.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { isSameValue } from '#lib/core/rules/records.ts'
import { slugProblem } from '#lib/core/rules/slug.ts'
import { requirePicture } from '#lib/settings/commands/set-picture.ts'
import { lockSettings, readSettings, storeSetting } from '#lib/settings/repository/settings.ts'
import { addPicture } from '#lib/settings/repository/shop-pictures.ts'

/** What is wanted of a destination. `seen` is what the page showed of it. */
export type DestinationInput = { id: number; wanted: DestinationEdit; seen: DestinationEdit }

/**
 * Hides, features, ranks, words and addresses a destination. It counts at once and survives every pass over the catalogue.
 *
 * Throws `forbidden`, `not_found`, `bad_input` with the reason `slug_shape` or `slug_reserved`, and `conflict`: with `taken`
 * for an address that another destination has or had in any language, else when somebody else has changed this one since
 * the page was shown.
 */
export async function editDestination(caller: Caller, { id, wanted, seen }: DestinationInput): Promise<void> {
  const { role } = requirePermission(caller, 'catalog.change')
  const line = (words: string | null) => trimmedText((words ?? '').replaceAll('\n', ' '))
  const words = wanted.texts.map(({ locale, name, text, pageTitle, pageDescription }) => ({
    locale,
    ...{ name: line(name), text: trimmedText(text ?? '') },
    ...{ pageTitle: line(pageTitle), pageDescription: line(pageDescription) },
  }))
  await transaction(async (tx) => {
    await lockSettings(tx)
    const before = await findAdminDestination(id, tx)
    if (!before) throw new AppError('not_found', 'There is no such destination.')
    const { isHidden, isFeatured, rank } = before
    // A language that is gone has words still, which no form shows; one that is not shown has an address.
    const texts = before.texts.filter(({ locale }) => isLocale(locale))
    const isAsked = ({ locale }: LocalAddress) => seen.addresses.some((one) => one.locale === locale)
    const was = { isHidden, isFeatured, rank, texts, addresses: addressesOf(before).filter(isAsked) }
    if (!isSameValue(toOwnSayings(was), toOwnSayings(seen))) {
      throw new AppError('conflict', 'Somebody else has changed this.', { reason: 'settings_changed' })
    }
    const edit = { ...wanted, texts: words }
    await saveDestinationEdit(id, edit, tx)
    await readdress({ id, before: addressesOf(before), wanted: wanted.addresses }, tx)
    const actor = actorOf(caller)
    await recordAudit(
      { actor, role, act: 'catalog.destination_changed', subject: String(id), before: was, after: edit },
      tx,
    )
    await raiseCatalogVersion(tx)
  })
}

type Readdressing = { id: number; before: readonly LocalAddress[]; wanted: DestinationEdit['addresses'] }

async function readdress({ id, before, wanted }: Readdressing, tx: Tx): Promise<void> {
  const changes = wanted.flatMap(({ locale, slug }) => {
    const from = before.find((one) => one.locale === locale)?.slug ?? null

    return from === slug ? [] : [{ skuId: id, from, locale, slug }]
  })
  for (const { locale, slug } of changes) {
    const fields = [`slug-${locale}`]
    // The default language has an address always: the others lead there where they have none.
    const problem = slug === null && locale !== DEFAULT_LOCALE ? null : slugProblem(slug ?? '')
    if (problem) throw new AppError('bad_input', 'This cannot be an address.', { reason: problem, fields })
    const owner = slug === null ? null : await findSlugOwner(slug, tx)
    if (owner !== null && owner !== id) {
      throw new AppError('conflict', 'Another destination has this address.', { reason: 'taken', fields })
    }
  }
  for (const change of changes) await changeAddress(change, tx)
  if (changes.some(({ slug }) => slug === null)) await giveAddresses(tx)
}

/** Hides a plan, or shows it again. It counts at once and survives every pass. Throws `forbidden` and `not_found`. */
export async function hidePlan(caller: Caller, plan: { planId: string; isHidden: boolean }): Promise<void> {
  const { role } = requirePermission(caller, 'catalog.change')
  await transaction(async (tx) => {
    const before = await savePlanHidden(plan, tx)
    if (!before) throw new AppError('not_found', 'There is no such plan.')
    const change = { before: { isHidden: before.wasHidden }, after: { isHidden: plan.isHidden } }
    await recordAudit(
      { actor: actorOf(caller), role, act: 'catalog.plan_changed', subject: plan.planId, ...change },
      tx,
    )
    await raiseCatalogVersion(tx)
  })
}

const KEY = 'shop.destinations'

/** A picture of a destination, or none. `seen` is the one that the page showed, by the hash of its content. */
export type DestinationPictureInput = { id: number; picture: Uint8Array | null; seen: string | null }

/**
 * Sets the picture of a destination, or takes it away. Returns the hash by which it is served.
 *
 * Throws `forbidden`, `not_found`, `bad_input` with the reason `no_picture`, `size` or `weight`, and `conflict` when somebody
 * else has changed it since.
 */
export async function setDestinationPicture(caller: Caller, input: DestinationPictureInput): Promise<string | null> {
  const staff = requirePermission(caller, 'catalog.change')
  const { id, seen } = input
  const sent = input.picture && requirePicture('destination', input.picture)
  const by = { actor: actorOf(staff), role: staff.role }
  await transaction(async (tx) => {
    await lockSettings(tx)
    if (!(await findAdminDestination(id, tx))) throw new AppError('not_found', 'There is no such destination.')
    const { [id]: before, ...others } = (await readSettings([KEY], tx))[KEY] ?? {}
    if ((before?.hash ?? null) !== seen) {
      throw new AppError('conflict', 'Somebody else has changed this.', { reason: 'settings_changed', fields: [KEY] })
    }
    if (sent) await addPicture({ ...sent, kind: 'destination', createdBy: by.actor }, tx)
    const shown = sent && {
      ...{ hash: sent.hash, width: sent.width, height: sent.height },
      ...(sent.type === 'jpeg' ? { type: sent.type } : {}),
    }
    await storeSetting({ key: KEY, value: shown ? { ...others, [id]: shown } : others, setBy: by.actor }, tx)
    const change = { before: { picture: before?.hash ?? null }, after: { picture: shown?.hash ?? null } }
    await recordAudit({ ...by, act: 'catalog.destination_changed', subject: String(id), ...change }, tx)
    await raiseCatalogVersion(tx)
  })

  return sent?.hash ?? null
}

/**
 * Says which country a name or a region code means, for the first time or anew. It counts at once, without a pass over the
 * catalogue. Throws `forbidden`, and `bad_input` for two letters that are no country.
 */
export async function mapCountry(
  caller: Caller,
  { name, iso2 }: { name: string; iso2: string },
): Promise<{ destinations: number }> {
  const { role } = requirePermission(caller, 'catalog.change')
  const actor = actorOf(caller)
  const continent = continentOf(iso2)
  if (continent === null) throw new AppError('bad_input', 'No country has this code.', { reason: 'no_country' })
  const shelf = shelfOf({ regionCode: null, iso2, continent })

  return transaction(async (tx) => {
    const { destinations, before } = await saveCountryAlias({ name, iso2, shelf, createdBy: actor }, tx)
    await recordAudit(
      {
        actor,
        role,
        act: 'catalog.country_mapped',
        subject: name,
        ...(before === null ? {} : { before }),
        after: iso2,
      },
      tx,
    )
    await raiseCatalogVersion(tx)

    return { destinations }
  })
}

import 'server-only'
import { findAdminSku } from '#lib/catalog/repository/admin-catalog-edit.ts'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { requirePng } from '#lib/settings/commands/set-picture.ts'
import { lockSettings, readSettings, storeSetting } from '#lib/settings/repository/settings.ts'
import { addPicture } from '#lib/settings/repository/shop-pictures.ts'

const KEY = 'shop.destinations'

/** A picture of a destination, or none. `seen` is the one that the page showed, by the hash of its content. */
export type DestinationPictureInput = { id: number; png: Uint8Array | null; seen: string | null }

/**
 * Sets the picture of a destination, or takes it away. Returns the hash by which it is served.
 *
 * Throws `forbidden`, `not_found`, `bad_input` with the reason `no_png`, `size` or `weight`, and `conflict` when somebody
 * else has changed it since.
 */
export async function setDestinationPicture(caller: Caller, input: DestinationPictureInput): Promise<string | null> {
  const staff = requirePermission(caller, 'catalog.change')
  const { id, seen } = input
  const png = input.png && requirePng('destination', input.png)
  const by = { actor: actorOf(staff), role: staff.role }
  await transaction(async (tx) => {
    await lockSettings(tx)
    if (!(await findAdminSku(id, tx))) throw new AppError('not_found', 'There is no such destination.')
    const { [id]: before, ...others } = (await readSettings([KEY], tx))[KEY] ?? {}
    if ((before?.hash ?? null) !== seen) {
      throw new AppError('conflict', 'Somebody else has changed this.', { reason: 'settings_changed', fields: [KEY] })
    }
    if (png) {
      const { bytes, hash, width, height } = png
      const picture = { hash, kind: 'destination', width, height, bytes: Uint8Array.from(bytes), createdBy: by.actor }
      await addPicture(picture, tx)
    }
    const shown = png && { hash: png.hash, width: png.width, height: png.height }
    await storeSetting({ key: KEY, value: shown ? { ...others, [id]: shown } : others, setBy: by.actor }, tx)
    const change = { before: { picture: before?.hash ?? null }, after: { picture: shown?.hash ?? null } }
    await recordAudit({ ...by, act: 'catalog.destination_changed', subject: String(id), ...change }, tx)
    await raiseCatalogVersion(tx)
  })

  return png?.hash ?? null
}

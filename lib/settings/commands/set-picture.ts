import 'server-only'
import { createHash } from 'node:crypto'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { type CleanPicture, readPicture } from '#lib/core/rules/picture-file.ts'
import { renewPages } from '#lib/settings/commands/change-settings.ts'
import { lockSettings, readSettings, storeSetting } from '#lib/settings/repository/settings.ts'
import { addPicture } from '#lib/settings/repository/shop-pictures.ts'
import { PICTURE_LIMITS, type PictureKind, type ShopPictureKind } from '#lib/settings/rules/uploads.ts'

/**
 * A picture to show, or none; without `png` the one that is there stays. `seen` is the one that the page showed, by the hash of
 * its content.
 */
export type PictureInput = {
  kind: ShopPictureKind
  png?: Uint8Array | null | undefined
  hasName: boolean
  seen: string | null
}

/**
 * Sets the logo or the square picture of the shop, or takes it away, or only says whether the logo has the name. Returns
 * the hash by which it is served.
 *
 * Throws `forbidden`, `bad_input` with the reason `no_picture`, `size` or `weight`, and `conflict` when somebody else has
 * changed it since.
 */
export async function setPicture(caller: Caller, input: PictureInput): Promise<string | null> {
  const staff = requirePermission(caller, 'settings.change')
  const png = input.png && requirePicture(input.kind, input.png)
  const key = `shop.${input.kind}` as const
  const by = { actor: actorOf(staff), role: staff.role }

  return transaction(async (tx) => {
    await lockSettings(tx)
    const before = (await readSettings([key], tx))[key]
    if ((before?.hash ?? null) !== input.seen) {
      throw new AppError('conflict', 'Somebody else has changed this.', { reason: 'settings_changed', fields: [key] })
    }
    if (png) await addPicture({ ...png, kind: input.kind, createdBy: by.actor }, tx)
    const picture = png === undefined ? before : png
    const shown = picture && {
      ...{ hash: picture.hash, width: picture.width, height: picture.height },
      ...(input.kind === 'logo' ? { hasName: input.hasName } : {}),
    }
    await storeSetting({ key, value: shown, setBy: by.actor }, tx)
    const change = { before: { value: before }, after: { value: shown } }
    await recordAudit({ ...by, act: 'setting.changed', subject: key, ...change }, tx)
    await renewPages(tx)

    return shown?.hash ?? null
  })
}

/** A picture that was sent, cleaned, with the hash of its content by which it is served. Throws `bad_input`. */
export function requirePicture(kind: PictureKind, file: Uint8Array): CleanPicture & { hash: string } {
  const { bytes, min, max, isSquare, isPhoto } = PICTURE_LIMITS[kind]
  if (file.length > bytes) throw refused('weight')
  const picture = readPicture(file)
  if (!picture || (picture.type === 'jpeg' && !isPhoto)) throw refused('no_picture')
  const { width, height } = picture
  const isFitting = [width, height].every((side) => side >= min && side <= max) && (!isSquare || width === height)
  if (!isFitting) throw refused('size')

  return { ...picture, hash: createHash('sha256').update(picture.bytes).digest('base64url').slice(0, 22) }
}

function refused(reason: 'no_picture' | 'size' | 'weight'): AppError {
  return new AppError('bad_input', 'This picture is not taken.', { reason, fields: ['picture'] })
}

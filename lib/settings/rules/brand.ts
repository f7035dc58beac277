import type { PictureType } from '#lib/core/rules/picture-file.ts'
import { type Accent, type Hex, inkOn, strongerThan } from '#lib/settings/rules/contrast.ts'

/** A picture of the shop's own, served at an address that names its content. One without a type is a PNG. */
export type ShopPicture = { hash: string; width: number; height: number; type?: PictureType | undefined }

/** The logo in the head of every page. `hasName`: the name of the shop is part of the picture. */
export type ShopLogo = ShopPicture & { hasName: boolean }

/** Where a picture is served. */
export function picturePath({ hash, type = 'png' }: Pick<ShopPicture, 'hash' | 'type'>): string {
  return `/brand/${hash}.${type === 'jpeg' ? 'jpg' : 'png'}`
}

/**
 * The shop's own colour as a sheet that overrides the tokens of the brand. The doubled selector makes it win wherever it
 * stands.
 */
export function accentSheet({ light, dark }: Accent): string {
  const sheet = `:root:root{${tokens(light)}}@media screen and (prefers-color-scheme:dark){:root:root{${tokens(dark)}}}`
  // The one text that becomes part of a page as it is.
  if (!/^[\w#:;{}@() .-]+$/.test(sheet)) throw new Error('A colour of the shop is no colour.')

  return sheet
}

function tokens(colour: Hex): string {
  const values = {
    '--signal': colour,
    '--signal-fill': colour,
    '--signal-fill-hover': strongerThan(colour),
    '--on-signal': inkOn(colour),
    '--signal-text': colour,
  }

  return Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}

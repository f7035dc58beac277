import { accentSheet } from '#lib/settings/rules/brand.ts'
import type { Accent } from '#lib/settings/rules/contrast.ts'

/** The shop's own colour over the usual one; nothing where none is set. `nonce` where a page's policy asks for one. */
export function BrandSheet({ accent, nonce }: { accent: Accent | null; nonce?: string | undefined }) {
  return accent ? (
    <head>
      <style nonce={nonce}>{accentSheet(accent)}</style>
    </head>
  ) : null
}

import { ask } from '#lib/core/client/ask.ts'
import type { CapabilityKey } from '#lib/provider/rules/capabilities.ts'
import type { SettingJson } from '#lib/settings/rules/admin-settings.ts'
import type { LegalPage } from '#lib/settings/rules/legal-pages.ts'
import type { ShopPictureKind } from '#lib/settings/rules/picture-limits.ts'

const PATH = '/api/admin/settings'

/** A setting as it should be, `null` for its default; `seen` is what the page showed. */
export type Change = { key: string; value: SettingJson; seen: SettingJson }

/** Changes settings, all of them or none. */
export function saveSettings(changes: Change[]): Promise<void> {
  return ask(PATH, { method: 'POST', body: { changes } })
}

/** A picture as a file of this device, `null` to take it away; `seen` is the hash of the one that the page showed. */
export type PictureChange = { kind: ShopPictureKind; file: Blob | null; hasName: boolean; seen: string | null }

/** Sets a picture of the shop, or takes it away. */
export async function savePicture({ file, ...rest }: PictureChange): Promise<void> {
  await ask(`${PATH}/pictures`, { method: 'POST', body: { ...rest, png: file && (await toBase64(file)) } })
}

/** Sets the picture of a destination, or takes it away. */
export async function saveDestinationPicture(
  id: number,
  { file, seen }: Pick<PictureChange, 'file' | 'seen'>,
): Promise<void> {
  const png = file && (await toBase64(file))
  await ask(`/api/admin/catalogue/destinations/${id}/picture`, { method: 'POST', body: { png, seen } })
}

/** Publishes a legal text; `seen` is the version that the page showed, 0 for the default text. */
export function publishLegal(text: { page: LegalPage; locale: string; body: string; seen: number }): Promise<void> {
  return ask(`${PATH}/legal`, { method: 'POST', body: text })
}

/** A capability as it should be; `seen` is the value that the page showed. */
export type CapabilityChange = { key: CapabilityKey; value: string; seen: string; reason: string }

/** Says what the network can do. */
export function setCapability(change: CapabilityChange): Promise<void> {
  return ask(`${PATH}/capabilities`, { method: 'POST', body: change })
}

/** The sum up to which support may act, in minor units; `seen` is the one that the page showed. */
export type LimitChange = { limitMinor: number; seen: number; reason: string }

/** Sets the sum up to which support may act. */
export function setSupportLimit(change: LimitChange): Promise<void> {
  return ask('/api/admin/orders/limit', { method: 'POST', body: change })
}

/** Sends a mail with made-up contents to whoever is signed in. */
export function sendTestMail(kind: string, locale: string): Promise<void> {
  return ask(`${PATH}/test-mail`, { method: 'POST', body: { kind, locale } })
}

function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

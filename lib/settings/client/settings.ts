import type { setDestinationPictureCall } from '#lib/catalog/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import type { sendTestMailCall } from '#lib/mail/schema.ts'
import type { LimitChange, setSupportLimitCall } from '#lib/orders/schema.ts'
import type { CapabilityChange, setCapabilityCall } from '#lib/provider/schema.ts'
import { fitPhoto } from '#lib/settings/client/fit-photo.ts'
import type { LegalPage } from '#lib/settings/rules/legal-pages.ts'
import type { SettingJson } from '#lib/settings/rules/settings.ts'
import type { ShopPictureKind } from '#lib/settings/rules/uploads.ts'
import type {
  changeSettingsCall,
  importLanguageCall,
  publishLegalTextCall,
  removeLanguageTextsCall,
  setPictureCall,
} from '#lib/settings/schema.ts'

/** A setting as it should be, `null` for its default; `seen` is what the page showed. */
export type Change = { key: string; value: SettingJson; seen: SettingJson }

/** Changes settings, all of them or none. */
export function saveSettings(changes: Change[]) {
  return call<typeof changeSettingsCall>('POST /api/admin/settings', {
    body: { changes } as RequestOf<typeof changeSettingsCall>['body'],
  })
}

/** A picture as a file of this device, `null` to take it away, `undefined` to leave it; `seen` is the hash of the shown one. */
export type PictureChange = {
  kind: ShopPictureKind
  file: Blob | null | undefined
  hasName: boolean
  seen: string | null
}

/** Sets a picture of the shop, or takes it away. */
export async function savePicture({ file, ...rest }: PictureChange): Promise<void> {
  await call<typeof setPictureCall>('POST /api/admin/settings/pictures', {
    body: { ...rest, ...(file === undefined ? {} : { png: file && (await toBase64(file)) }) },
  })
}

/** Sets the picture of a destination, or takes it away. */
export async function saveDestinationPicture(
  id: number,
  { file, seen }: { file: Blob | null; seen: string | null },
): Promise<void> {
  const picture = file && (await toBase64(await fitPhoto(file, 'destination')))
  await call<typeof setDestinationPictureCall>('POST /api/admin/catalogue/destinations/[id]/picture', {
    params: { id },
    body: { picture, seen },
  })
}

/** Publishes a legal text; `seen` is the version that the page showed, 0 for the default text. */
export function publishLegal(text: { page: LegalPage; locale: string; body: string; isSure: boolean; seen: number }) {
  return call<typeof publishLegalTextCall>('POST /api/admin/settings/legal', {
    body: text as RequestOf<typeof publishLegalTextCall>['body'],
  })
}

/** What a file would change, or has changed. */
export type LanguageReport = Awaited<ReturnType<typeof importLanguage>>

/** Takes the texts of a translator's file, or tells what it would change; `seen` is the version that the page showed. */
export function importLanguage(locale: string, body: RequestOf<typeof importLanguageCall>['body']) {
  return call<typeof importLanguageCall>('POST /api/admin/settings/languages/[locale]', { params: { locale }, body })
}

/** Removes the store's own texts in a language. */
export function removeLanguageTexts(locale: string, seen: number) {
  return call<typeof removeLanguageTextsCall>('DELETE /api/admin/settings/languages/[locale]', {
    params: { locale },
    body: { seen },
  })
}

/** Says what the network can do. */
export function setCapability(change: CapabilityChange) {
  return call<typeof setCapabilityCall>('POST /api/admin/settings/capabilities', { body: change })
}

/** Sets the sum up to which support may act. */
export function setSupportLimit(change: LimitChange) {
  return call<typeof setSupportLimitCall>('POST /api/admin/orders/limit', { body: change })
}

/** Sends a mail with made-up contents to whoever is signed in. */
export function sendTestMail(body: RequestOf<typeof sendTestMailCall>['body']) {
  return call<typeof sendTestMailCall>('POST /api/admin/settings/test-mail', { body })
}

/** The bytes of a file of this device, as a contract carries them. */
export function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

import { z } from 'zod'
import { LOCALE_SHAPE } from '#lib/core/i18n/config.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { VIEW_AREAS } from '#lib/core/rules/lists.ts'
import { LEGAL_PAGES, MAX_LEGAL_TEXT } from '#lib/settings/rules/legal-pages.ts'
import { SETTING_KEYS } from '#lib/settings/rules/settings.ts'
import { LANGUAGE_FILE_BYTES, LANGUAGE_FILE_FORMS } from '#lib/settings/rules/uploads.ts'

export const publishLegalTextCall = defineCall('POST /api/admin/settings/legal', {
  summary: 'Publishes a new version of a legal text in one language.',
  caller: 'staff',
  permission: 'settings.change',
  maxBytes: 400_000,
  body: z.strictObject({
    page: z.enum(LEGAL_PAGES),
    locale: z.string().regex(LOCALE_SHAPE),
    body: z.string().trim().min(1).max(MAX_LEGAL_TEXT),
    isSure: z.boolean(),
    seen: z.int().min(0),
  }),
  reply: z.object({ version: z.int() }),
})

const language = z.object({ locale: z.string().regex(LOCALE_SHAPE) })

export const addLanguageCall = defineCall('POST /api/admin/settings/languages', {
  summary: 'Adds a language that did not come with the store. Nothing leads to its pages until it is shown.',
  caller: 'staff',
  permission: 'settings.change',
  body: z.strictObject(language.shape),
})

export const exportLanguageCall = defineCall('GET /api/admin/settings/languages/[locale]', {
  summary: 'The texts of a language as a file for translators, all of them or those that are missing.',
  caller: 'staff',
  permission: 'settings.change',
  params: language,
  query: z.object({
    form: z.enum(LANGUAGE_FILE_FORMS).catch('xliff'),
    part: z.enum(['all', 'missing']).catch('all'),
  }),
  media: 'application/xliff+xml',
})

const refusedText = z.object({
  key: z.string(),
  kind: z.enum(['unreadable', 'values', 'plural', 'choice', 'unknown', 'long']),
  details: z.array(z.string()),
})

export const importLanguageCall = defineCall('POST /api/admin/settings/languages/[locale]', {
  summary: "Takes the texts of a translator's file that can be shown, or only tells what it would change.",
  caller: 'staff',
  permission: 'settings.change',
  maxBytes: 5_000_000,
  params: language,
  body: z.strictObject({
    file: z.string().min(1).max(LANGUAGE_FILE_BYTES),
    seen: z.int().min(0),
    isTrial: z.boolean(),
  }),
  reply: z.object({
    changed: z.int(),
    same: z.int(),
    refused: z.array(refusedText),
    refusedCount: z.int(),
    warned: z.array(z.object({ key: z.string(), kind: z.enum(['word', 'name']), details: z.array(z.string()) })),
    warnedCount: z.int(),
    version: z.int(),
  }),
})

export const removeLanguageTextsCall = defineCall('DELETE /api/admin/settings/languages/[locale]', {
  summary: "Removes the store's own texts in a language, and the language if it did not come with the store.",
  caller: 'staff',
  permission: 'settings.change',
  params: language,
  body: z.strictObject({ seen: z.int().min(0) }),
})

export const setPictureCall = defineCall('POST /api/admin/settings/pictures', {
  summary:
    'Sets the logo or the square picture, `png` in base64, or takes it away with `null`. Without `png` it stays.',
  caller: 'staff',
  permission: 'settings.change',
  maxBytes: 400_000,
  body: z.strictObject({
    kind: z.enum(['logo', 'icon']),
    png: z.base64().nullable().optional(),
    hasName: z.boolean(),
    seen: z.string().max(22).nullable(),
  }),
  reply: z.object({ hash: z.string().nullable() }),
})

const change = z.strictObject({
  // Pictures have a door of their own: there their bytes come along.
  key: z.enum(SETTING_KEYS).exclude(['shop.logo', 'shop.icon', 'shop.destinations']),
  value: z.json(),
  seen: z.json(),
})

export const changeSettingsCall = defineCall('POST /api/admin/settings', {
  summary: 'Changes settings, all of them or none. `null` puts a default back.',
  caller: 'staff',
  permission: 'settings.change',
  body: z.strictObject({ changes: z.array(change).min(1).max(20) }),
})

export const deleteViewCall = defineCall('DELETE /api/admin/views/[id]', {
  summary: 'Removes a view of whoever asks.',
  caller: 'staff',
  permission: 'orders.see',
})

export const saveViewCall = defineCall('POST /api/admin/views', {
  summary: 'Keeps a named address of a list for whoever asks.',
  caller: 'staff',
  permission: 'orders.see',
  body: z.strictObject({
    area: z.enum(VIEW_AREAS),
    name: z.string().trim().min(1).max(40),
    query: z.string().max(500),
    isDefault: z.boolean(),
  }),
  reply: z.object({ id: z.string() }),
})

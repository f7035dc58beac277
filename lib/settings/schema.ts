import { z } from 'zod'
import { LOCALES } from '#lib/core/i18n/config.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { VIEW_AREAS } from '#lib/core/rules/lists.ts'
import { LEGAL_PAGES, MAX_LEGAL_TEXT } from '#lib/settings/rules/legal-pages.ts'
import { SETTING_KEYS } from '#lib/settings/rules/settings.ts'

export const publishLegalTextCall = defineCall('POST /api/admin/settings/legal', {
  summary: 'Publishes a new version of a legal text in one language.',
  caller: 'staff',
  permission: 'settings.change',
  maxBytes: 400_000,
  body: z.strictObject({
    page: z.enum(LEGAL_PAGES),
    locale: z.enum(LOCALES),
    body: z.string().trim().min(1).max(MAX_LEGAL_TEXT),
    seen: z.int().min(0),
  }),
  reply: z.object({ version: z.int() }),
})

export const setPictureCall = defineCall('POST /api/admin/settings/pictures', {
  summary: 'Sets the logo or the square picture, `png` in base64, or takes it away with `null`.',
  caller: 'staff',
  permission: 'settings.change',
  maxBytes: 400_000,
  body: z.strictObject({
    kind: z.enum(['logo', 'icon']),
    png: z.base64().nullable(),
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

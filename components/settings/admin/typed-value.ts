import type { SettingField, SettingJson } from '#lib/settings/rules/admin-settings.ts'

/** What stands in a control: text, a tick, or the values that are ticked. */
export type Typed = string | boolean | string[]

/** What a control shows for a stored value; an empty text where the default holds. */
export function toTyped(field: SettingField): Typed {
  const { stored } = field
  if (field.control === 'switch') return typeof stored === 'boolean' ? stored : field.fallback
  if (field.control === 'many' || field.control === 'manyOff') {
    const all = field.options.map(({ value }) => value)
    const listed = Array.isArray(stored) ? stored.map(String) : null
    if (field.control === 'many') return listed ?? all

    return all.filter((value) => !listed?.includes(value))
  }

  return stored === null ? '' : String(stored)
}

/** What is to be stored for what stands in a control; `null` puts the default back. */
export function toValue(field: SettingField, typed: Typed): SettingJson {
  if (typeof typed === 'boolean') return 'fallback' in field && typed === field.fallback ? null : typed
  if (Array.isArray(typed)) {
    const all = 'options' in field ? field.options.map((one) => (typeof one === 'string' ? one : one.value)) : []
    const listed = field.control === 'manyOff' ? all.filter((value) => !typed.includes(value)) : typed
    const isDefault = field.control === 'manyOff' ? listed.length === 0 : listed.length === all.length

    return isDefault ? null : listed
  }
  const text = typed.trim()
  if (text === '') return null

  return field.control === 'number' ? Number(text) : text
}

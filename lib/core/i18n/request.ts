import { hasLocale } from 'next-intl'
import { getRequestConfig } from 'next-intl/server'
import { DEFAULT_LOCALE, LOCALES, type Locale, NAMESPACES } from '#lib/core/i18n/config.ts'
import { isolateValues, type MessageTree } from '#lib/core/i18n/direction.ts'
import { extendGroups } from '#lib/core/i18n/extend-groups.ts'

/** Reads the messages of the page's language; a missing sentence falls back to the default language. */
export default getRequestConfig(async ({ locale: asked, requestLocale }) => {
  const wanted = asked ?? (await requestLocale)
  const locale = hasLocale(LOCALES, wanted) ? wanted : DEFAULT_LOCALE
  const messages = kept.get(locale) ?? composeMessages(locale)
  kept.set(locale, messages)

  return { locale, messages: await messages, timeZone: 'UTC' }
})

// They are part of the build and never change while it runs.
const kept = new Map<Locale, Promise<MessageTree>>()

async function composeMessages(locale: Locale): Promise<MessageTree> {
  const base = await readMessages(DEFAULT_LOCALE)
  const whole = locale === DEFAULT_LOCALE ? base : merge(base, isolateValues(locale, await readMessages(locale)))

  // What may go wrong in every action of staff stands beside the other words of their dialogs.
  return extendGroups(whole, { ...(whole.errors as MessageTree), staff: (whole.action as MessageTree).failed ?? {} })
}

async function readMessages(locale: Locale): Promise<MessageTree> {
  const files = await Promise.all(NAMESPACES.map((name) => readNamespace(locale, name)))

  return Object.fromEntries(NAMESPACES.map((name, index) => [name, files[index] ?? {}]))
}

async function readNamespace(locale: Locale, name: string): Promise<MessageTree> {
  try {
    return (await import(`../../../messages/${locale}/${name}.json`)).default
  } catch {
    // Not every area is translated; the default language fills in.
    return {}
  }
}

function merge(base: MessageTree, own: MessageTree): MessageTree {
  const merged: MessageTree = { ...base }
  for (const [key, value] of Object.entries(own)) {
    const below = merged[key]
    merged[key] = typeof value === 'object' && typeof below === 'object' ? merge(below, value) : value
  }

  return merged
}

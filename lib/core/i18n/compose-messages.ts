import { DEFAULT_LOCALE, isShipped, type Locale, namespacesOf, SHOP_NAMESPACES } from '#lib/core/i18n/config.ts'
import { isolateValues, type MessageTree } from '#lib/core/i18n/direction.ts'

/** The store's own texts of a language by their keys, as `shop.home.title`. */
export type OwnTexts = Readonly<Record<string, string>>

/**
 * Returns the messages of a language: what the store says itself, else what came along, else the default language. What
 * staff read is said in a language of the back office.
 */
export async function composeMessages(locale: Locale, own: OwnTexts): Promise<MessageTree> {
  const base = await readShippedMessages(DEFAULT_LOCALE)
  const shipped = locale === DEFAULT_LOCALE || !isShipped(locale) ? {} : await readShippedMessages(locale)
  const whole = mergeMessages(base, isolateValues(locale, mergeMessages(shipped, treeOf(own))))

  // What may go wrong in every action of staff stands beside the other words of their dialogs.
  return extendGroups(whole, { ...(whole.errors as MessageTree), staff: (whole.action as MessageTree).failed ?? {} })
}

/** Reads the messages that came along in a language. */
export async function readShippedMessages(locale: Locale): Promise<MessageTree> {
  const files = await Promise.all(
    namespacesOf(locale).map(async (name): Promise<[string, MessageTree]> => {
      const { default: messages } = await import(`../../../messages/${locale}/${name}.json`)

      return [name, messages]
    }),
  )

  return Object.fromEntries(files)
}

/** Returns a tree with the texts of another one in place of its own. */
export function mergeMessages<T extends MessageTree>(base: T, own: MessageTree): T {
  const merged: MessageTree = { ...base }
  for (const [key, value] of Object.entries(own)) {
    const below = merged[key]
    merged[key] = typeof value === 'object' && typeof below === 'object' ? mergeMessages(below, value) : value
  }

  return merged as T
}

/** Returns texts as the tree that their keys describe. A key that a text and a group share keeps the group. */
export function treeOf(texts: OwnTexts): MessageTree {
  const tree: MessageTree = Object.create(null)
  for (const [key, text] of Object.entries(texts)) {
    const path = key.split('.')
    const last = path.pop() ?? key
    let below = tree
    for (const part of path) {
      const next = below[part]
      const group: MessageTree = typeof next === 'object' ? next : Object.create(null)
      below[part] = group
      below = group
    }
    if (typeof below[last] !== 'object') below[last] = text
  }

  return tree
}

/** Returns the texts of a tree by their keys. What a group extends is no text. */
export function textsOf(tree: MessageTree, prefix = ''): Record<string, string> {
  const { extends: _, ...own } = tree

  return Object.fromEntries(
    Object.entries(own).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : Object.entries(textsOf(value, `${prefix}${key}.`)),
    ),
  )
}

/** Returns the texts that came along for the shop and its mails in a language, by their keys; none for an added one. */
export async function readShopTexts(locale: Locale): Promise<OwnTexts> {
  if (!isShipped(locale)) return {}
  const shipped = await readShippedMessages(locale)

  return textsOf(Object.fromEntries(SHOP_NAMESPACES.map((name) => [name, shipped[name] ?? {}])))
}

/**
 * Gives each group of messages that says `"extends": "staff"` the texts of that set, below its own ones. What can go wrong
 * everywhere is so written once, in `errors.json` and, for staff, in `action.json`.
 */
export function extendGroups(tree: MessageTree, sets: MessageTree): MessageTree {
  const { extends: name, ...own } = tree
  const entries = Object.entries(own).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : extendGroups(value, sets),
  ])

  return { ...(typeof name === 'string' && (sets[name] as MessageTree)), ...Object.fromEntries(entries) }
}

import type { MessageTree } from '#lib/core/i18n/direction.ts'

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

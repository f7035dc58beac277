import { type Locale, namespacesOf, SHIPPED_LOCALES } from '#lib/core/i18n/config.ts'
import type { MessageTree } from '#lib/core/i18n/direction.ts'

export type Message = { locale: Locale; namespace: string; key: string; text: string }

/** Returns every sentence of the shop, its mails and its back office, in every language. */
export async function allMessages(): Promise<Message[]> {
  const files = SHIPPED_LOCALES.flatMap((locale) => namespacesOf(locale).map((namespace) => ({ locale, namespace })))
  const read = await Promise.all(
    files.map(async ({ locale, namespace }) =>
      leaves((await import(`#messages/${locale}/${namespace}.json`)).default).map(([key, text]) => ({
        locale,
        namespace,
        key,
        text,
      })),
    ),
  )

  return read.flat()
}

/** Returns the sentences of a tree with their paths. */
export function leaves(tree: MessageTree, prefix = ''): [key: string, text: string][] {
  const { extends: _, ...own } = tree

  return Object.entries(own).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : leaves(value, `${prefix}${key}.`),
  )
}

/** Returns the plurals and choices of a sentence, those inside others too, each with its branches. */
export function choicesOf(text: string): { kind: string; branches: Record<string, string> }[] {
  return [...text.matchAll(/\{\w+,\s*(plural|selectordinal|select),/g)].map((found) => {
    const branches: Record<string, string> = {}
    let at = found.index + found[0].length
    for (;;) {
      const name = /^\s*(=?\w+)\s*\{/.exec(text.slice(at))
      if (!name?.[1]) return { kind: found[1] ?? '', branches }
      const start = at + name[0].length
      at = closingBrace(text, start)
      branches[name[1]] = text.slice(start, at)
      at += 1
    }
  })
}

function closingBrace(text: string, from: number): number {
  let depth = 1
  let at = from
  for (; depth > 0 && at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
  }

  return at - 1
}

import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/**
 * What is wrong with a text: the formatter cannot read it; it has other values or marks than the English one; a plural lacks
 * a category of the language; a choice has other branches.
 */
export type MessageProblem = { kind: 'unreadable' | 'values' | 'plural' | 'choice'; details: string[] }

/** `shown` are the values and marks that a reader sees; `known` counts those as well by which a form is chosen. */
type Parts = { shown: Set<string>; known: Set<string>; plurals: string[][]; choices: Map<string, string> }

/**
 * Compares a text with the English one that it stands for; `null` when it can be shown in its place.
 *
 * A text with a value that the page does not give would be shown as its key, and one that lacks a value hides it. By which
 * values a form is chosen is up to the language.
 */
export function checkMessage(locale: string, english: string, text: string): MessageProblem | null {
  let found: Parts
  try {
    found = partsOf(text)
  } catch (error) {
    return { kind: 'unreadable', details: [error instanceof Error ? error.message : String(error)] }
  }
  const wanted = partsOf(english)
  const lost = [...wanted.shown].filter((name) => !found.known.has(name))
  const differing = [...lost, ...[...found.known].filter((name) => !wanted.known.has(name))]
  if (differing.length > 0) return { kind: 'values', details: differing.sort() }
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const lacking = categories.filter((category) => found.plurals.some((plural) => !plural.includes(category)))
  if (lacking.length > 0) return { kind: 'plural', details: lacking }
  const choices = [...found.choices].filter(([name, branches]) => (wanted.choices.get(name) ?? branches) !== branches)

  return choices.length > 0 ? { kind: 'choice', details: choices.map(([name]) => name) } : null
}

function partsOf(text: string): Parts {
  const parts: Parts = { shown: new Set(), known: new Set(), plurals: [], choices: new Map() }
  collect(parse(text), parts)

  return parts
}

function collect(elements: MessageFormatElement[], parts: Parts): void {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    const name = element.type === TYPE.tag ? `<${element.value}>` : `{${element.value}}`
    parts.known.add(name)
    if (element.type === TYPE.tag) collect(element.children, parts)
    if (element.type !== TYPE.plural && element.type !== TYPE.select) {
      parts.shown.add(name)
      continue
    }
    const branches = Object.keys(element.options)
    if (element.type === TYPE.plural) parts.plurals.push(branches)
    else parts.choices.set(element.value, branches.sort().join(' '))
    for (const { value } of Object.values(element.options)) collect(value, parts)
  }
}

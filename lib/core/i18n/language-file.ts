import js2xliff from 'xliff/js2xliff'
import xliff2js from 'xliff/xliff2js'
import { treeOf } from '#lib/core/i18n/compose-messages.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/core/i18n/config.ts'

/** A text to translate: what English says, and what the language says so far. */
export type LanguageFileRow = { key: string; english: string; text: string | null }

/** Why a file cannot be read at all. */
export type LanguageFileProblem = 'encoding' | 'form' | 'language'

/** Writes the texts of a language for a translator: XLIFF 2, or a tree in JSON, in which English stands where nothing is said. */
export async function writeLanguageFile(
  form: 'xliff' | 'json',
  locale: Locale,
  rows: readonly LanguageFileRow[],
): Promise<string> {
  if (form === 'json') {
    const texts = Object.fromEntries(rows.map(({ key, english, text }) => [key, text ?? english]))

    return `${JSON.stringify(treeOf(texts), null, 2)}\n`
  }
  const resources: Record<string, Record<string, { source: string; target?: string }>> = {}
  for (const { key, english, text } of rows) {
    const [file = '', ...unit] = key.split('.')
    const units = resources[file] ?? {}
    units[unit.join('.')] = { source: english, ...(text !== null && { target: text }) }
    resources[file] = units
  }

  return js2xliff({ sourceLanguage: DEFAULT_LOCALE, targetLanguage: locale, resources })
}

/** Reads a file of a translator, either form of it: the texts by their keys. A unit without a text is left out. */
export async function readLanguageFile(
  file: string,
  locale: Locale,
): Promise<{ texts: Map<string, string> } | { problem: LanguageFileProblem }> {
  // What stands for bytes that are no UTF-8.
  if (file.includes('\ufffd')) return { problem: 'encoding' }
  const bare = file.replace(/^\ufeff/, '').trim()
  try {
    if (bare.startsWith('{')) return { texts: flatten(JSON.parse(bare), false) }
    if (!/<xliff[^>]+version=["']2\./.test(bare)) return { problem: 'form' }
    const { targetLanguage, resources } = await xliff2js(bare)
    if (targetLanguage && !targetLanguage.toLowerCase().startsWith(locale)) return { problem: 'language' }

    return { texts: flatten(resources, true) }
  } catch {
    return { problem: 'form' }
  }
}

const MAX_DEPTH = 12

/** Collects the texts of a tree; where it has units, of each that has a source its target. */
function flatten(tree: unknown, hasUnits: boolean): Map<string, string> {
  const texts = new Map<string, string>()
  const waiting: { value: unknown; path: string[] }[] = [{ value: tree, path: [] }]
  // It grows while it is walked: a file is nested as deeply as its writer likes.
  for (const { value, path } of waiting) {
    if (typeof value === 'string') texts.set(path.join('.'), value)
    if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) continue
    if (hasUnits && 'source' in value && typeof value.source !== 'object') {
      const target = 'target' in value ? value.target : undefined
      // Marks of the file's own inside a text come as a list; as text they would be lost.
      if (target !== undefined) texts.set(path.join('.'), typeof target === 'string' ? target : '<ph>')
      continue
    }
    for (const [key, below] of Object.entries(value)) waiting.push({ value: below, path: [...path, key] })
  }

  return texts
}

import fs from 'node:fs'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'

type Parts = ReturnType<typeof parse>
type Tree = { [key: string]: string | Tree }

/** Gives what a text of the shop may look like on a page, by its file and key: `say('plan.summary.continue')`. */
export type Say = (key: string, how?: 'begins' | 'within') => RegExp

/** Reads the texts of a language. A value inserted into one may be anything, and of a plural any form may stand there. */
export function wordsOf(locale: string): Say {
  const files = new Map<string, Tree>()

  return (key, how) => {
    const [file = '', ...path] = key.split('.')
    let tree = files.get(file)
    if (!tree) {
      tree = JSON.parse(fs.readFileSync(`messages/${locale}/${file}.json`, 'utf8')) as Tree
      files.set(file, tree)
    }
    const text = path.reduce<string | Tree | undefined>(
      (at, name) => (typeof at === 'object' ? at[name] : undefined),
      tree,
    )
    if (typeof text !== 'string') throw new Error(`There is no text ${key} in ${locale}.`)

    const pattern = patternOf(parse(text))

    return new RegExp(`${how === 'within' ? '' : '^\\s*'}${pattern}${how ? '' : '\\s*$'}`)
  }
}

function patternOf(parts: Parts): string {
  return parts
    .map((part) => {
      if (part.type === TYPE.literal)
        return part.value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+')
      if (part.type === TYPE.tag) return patternOf(part.children)
      if (part.type === TYPE.select || part.type === TYPE.plural) {
        return `(?:${Object.values(part.options)
          .map(({ value }) => patternOf(value))
          .join('|')})`
      }

      return '.*?'
    })
    .join('')
}

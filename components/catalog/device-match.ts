import { foldForSearch } from '#lib/core/rules/search-names.ts'

/** One row of the dated list: phones of a family that take an eSIM, or that do not. */
export type DeviceFamily = {
  brand: string
  family: string
  /** Further names and model numbers under which people look for it. */
  models: string[]
  supports: boolean
  since: number
  /** Where the same name was sold without eSIM, in plain words per region code; empty when nowhere. */
  except: string[]
  source: string
  checkedOn: string
}

/** Returns the family a typed phone belongs to, the longest name first; `null` when the list does not know it. */
export function findDevice(families: readonly DeviceFamily[], text: string): DeviceFamily | null {
  const query = foldForSearch(text)
  if (query.length < 3) return null
  const names = families.flatMap((family) =>
    [`${family.brand} ${family.family}`, family.family, ...family.models].map((name) => ({
      family,
      name: foldForSearch(name),
    })),
  )
  const exact = names.filter(
    ({ name }) => query === name || query.startsWith(`${name} `) || ` ${query} `.includes(` ${name} `),
  )
  const longest = exact.sort((a, b) => b.name.length - a.name.length)[0]

  return longest?.family ?? null
}

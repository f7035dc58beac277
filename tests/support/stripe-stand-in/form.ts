/** Form fields as the SDK writes them (`a[b][0]=c`), as nested objects. Every value stays text. */
export type Fields = { [name: string]: string | Fields }

export function parseForm(text: string): Fields {
  const fields: Fields = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    put(fields, path, value)
  }

  return fields
}

function put(fields: Fields, path: string[], value: string): void {
  const [head = '', ...rest] = path
  if (rest.length === 0) {
    fields[head === '' ? String(Object.keys(fields).length) : head] = value

    return
  }
  const inner = fields[head]
  const next: Fields = typeof inner === 'object' ? inner : {}
  fields[head] = next
  put(next, rest, value)
}

export function textAt(fields: Fields, ...path: string[]): string | undefined {
  const end = path.reduce<Fields | string | undefined>(
    (at, name) => (typeof at === 'object' ? at[name] : undefined),
    fields,
  )

  return typeof end === 'string' ? end : undefined
}

export function fieldsAt(fields: Fields, ...path: string[]): Record<string, string> {
  const end = path.reduce<Fields | string | undefined>(
    (at, name) => (typeof at === 'object' ? at[name] : undefined),
    fields,
  )
  const entries = typeof end === 'object' ? Object.entries(end) : []

  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

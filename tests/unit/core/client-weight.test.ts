import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readTree } from '#tests/support/tree.ts'

// What a module brings along at run time: type-only imports vanish.
const IMPORT = /^(?:import|export)\s+(?!type\b)[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm

const entries = readTree().filter(
  ({ file, text }) => /^(app|components|lib)\//.test(file) && /^'use client'/.test(text),
)

/** The way from a client module to a package, file by file; `null` when there is none. */
function wayTo(target: RegExp, file: string, seen = new Set<string>()): string[] | null {
  if (seen.has(file)) return null
  seen.add(file)
  for (const match of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const specifier = match[1] ?? match[2] ?? ''
    if (isTypeOnly(match[0])) continue
    if (target.test(specifier)) return [file, specifier]
    const next = toFile(specifier, file)
    const way = next && wayTo(target, next, seen)
    if (way) return [file, ...way]
  }

  return null
}

function isTypeOnly(statement: string): boolean {
  const names = /\{([^}]*)\}/.exec(statement)?.[1]

  return names?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false
}

function toFile(specifier: string, from: string): string | null {
  const file = specifier.startsWith('#') ? specifier.slice(1) : path.posix.join(path.posix.dirname(from), specifier)

  return /^[#.]/.test(specifier) && /\.tsx?$/.test(file) && existsSync(file) ? file : null
}

test('the walk finds client modules, and a way where there is one', () => {
  expect(entries.length).toBeGreaterThan(20)
  expect(wayTo(/^zod$/, 'lib/core/rules/money.ts')).toBeNull()
  expect(wayTo(/^zod$/, 'lib/core/rules/field-schemas.ts')).not.toBeNull()
})

test('charts come with the one drawing that asks for them, and with no page', () => {
  const drawn = entries.filter(({ file }) => wayTo(/^recharts$/, file)).map(({ file }) => file)

  expect(drawn).toEqual(['components/finance/admin/sums-bars.tsx'])
})

test.each(entries.map(({ file }) => file))('%s brings no schema library and no server into the browser', (file) => {
  expect(wayTo(/^(zod|server-only|pg|@prisma\/.+|undici|node:.+)$/, file)).toBeNull()
})

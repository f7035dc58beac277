import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findNodeProblem } from '#scripts/check-node.mjs'

const read = (file: string) => fs.readFileSync(file, 'utf8')
const { engines, dependencies, scripts } = JSON.parse(read('package.json'))
const [major] = dependencies.node.split('.')

test('one lowest Node to install with, and one Node to run on, wherever they are named', () => {
  const floor = engines.node.replace('>=', '')

  for (const file of ['README.md', 'CONTRIBUTING.md']) {
    expect(read(file)).toContain(`Node ${floor} or newer`)
    expect(read(file)).toContain(`Node ${major}`)
    expect(read(file).match(/Node \d[\d.]*/g)).not.toContainEqual(
      expect.not.stringMatching(new RegExp(`^Node (${floor}|${major})\\.?$`)),
    )
  }
  expect(read('Dockerfile').match(/^FROM node:\d+/gm)).toEqual([`FROM node:${major}`, `FROM node:${major}`])
  expect(findNodeProblem(`${major}.0.0`)).toBeNull()
  expect(process.versions.node).toBe(dependencies.node)
})

test('an older Node is told what is wrong and how to mend it', () => {
  for (const version of ['18.20.4', '20.20.2', '22.22.0']) {
    expect(findNodeProblem(version)).toMatch(
      new RegExp(`^This is Node ${version}, and Landfall runs on Node ${major}\\..+npm ci`),
    )
  }
})

test('every command looks at its Node before it loads TypeScript, which an older one cannot read', () => {
  const commands = new Set(
    Object.values<string>(scripts).flatMap((item) => [...item.matchAll(/node (scripts\/[\w/-]+\.mjs)/g)].map(second)),
  )
  const withTypeScript = [...commands].filter((file) => read(file).includes('.ts') || reaches(file, true).length > 0)

  expect(commands.size).toBeGreaterThan(12)
  for (const file of withTypeScript) {
    expect(imports(file)[0], file).toMatch(/check-node\.mjs$/)
    expect(reaches(file, false), file).toEqual([])
  }
})

function second(match: RegExpMatchArray): string {
  return match[1] ?? ''
}

/** What a file of ours imports before its first line runs. */
function imports(file: string, pattern = /^import\s+(?:[^'"]+\s+from\s+)?'(\.[^']+)'/gm): string[] {
  return [...read(file).matchAll(pattern)].map((match) => path.join(path.dirname(file), second(match)))
}

/** The TypeScript that is read with a file; with `later` also what it asks for while it runs. */
function reaches(file: string, later: boolean, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  if (file.endsWith('.ts')) return [file]
  const asked = later ? imports(file, /\bimport\('(\.[^']+)'\)/g) : []

  return [...imports(file), ...asked].flatMap((next) => reaches(next, later, seen))
}

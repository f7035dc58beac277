import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOTS = ['app', 'components', 'lib', 'sandbox', 'scripts', 'tests']

export type Source = { file: string; text: string }

let tree: readonly Source[] | undefined

/** Every source file of the project, generated code apart, with paths as they are written in imports. Read once. */
export function readTree(): readonly Source[] {
  tree ??= read()

  return tree
}

function read(): Source[] {
  const inRooms = ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.posix.join(entry.parentPath.replaceAll('\\', '/'), entry.name)),
  )
  const atTop = readdirSync('.').filter((name) => /\.(ts|js|mjs)$/.test(name) && name !== 'next-env.d.ts')

  return [...inRooms, ...atTop]
    .filter((file) => /\.(ts|tsx|js|mjs|css)$/.test(file) && !file.startsWith('lib/generated/'))
    .sort()
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}

import fs from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import path from 'node:path'

// What the framework's own build uses to find what a server needs; it comes with it.
const { nodeFileTrace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft')

/** Maps and types, development, compilers, and what the pictures of a page would be resized with: no start loads them. */
const UNUSED = [
  '**/*.{d.ts,d.mts,d.cts,map,md}',
  '**/node_modules/next/dist/{docs,esm}/**',
  '**/node_modules/next/dist/compiled/{next-devtools,@vercel/og,@vercel/nft,babel,babel-packages,webpack}/**',
  '**/node_modules/next/dist/compiled/next-server/{*.dev.js,pages*}',
  '**/node_modules/next/dist/compiled/react*-experimental/**',
  '**/node_modules/{sharp,@img,typescript,@swc/core*,@next/swc-*,prettier,playwright*,@playwright}/**',
]

/** The files below `root`, as relative paths, that programs of ours load when they run with these conditions. */
export async function traceOwn(root, programs, conditions) {
  const { fileList } = await nodeFileTrace(
    programs.map((program) => path.join(root, program)),
    { base: root, processCwd: root, conditions, ignore: UNUSED, readFile: async (file) => readPlain(file) },
  )

  return fileList
}

/** The files that the build says its pages and the framework's server load. */
export function traceBuild(root, distDir) {
  const folder = path.join(root, distDir)
  const files = new Set()
  for (const name of fs.readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.nft.json') || /^(cache|dev)\//.test(name)) continue
    const trace = path.join(folder, name)
    for (const file of JSON.parse(fs.readFileSync(trace, 'utf8')).files) {
      files.add(path.relative(root, path.join(path.dirname(trace), file)))
    }
  }

  return files
}

export const isUnused = (file) => UNUSED.some((pattern) => path.matchesGlob(`/${file}`, pattern))

function readPlain(file) {
  try {
    const text = fs.readFileSync(file)

    return file.endsWith('.ts') && !file.endsWith('.d.ts') ? stripTypeScriptTypes(String(text)) : text
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return null
    throw error
  }
}

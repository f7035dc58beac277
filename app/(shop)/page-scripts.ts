import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Returns the names of the scripts that the page of a destination has for itself, without their ending and parted by spaces.
 * The framework tells them in that page alone, which costs whoever presses its link a second way to the server. '' where its
 * list of them is not found: the page then names them, as ever.
 */
export async function destinationScripts(): Promise<string> {
  const folder = path.join(process.cwd(), '.next/server/app/(shop)/[locale]/destinations')
  const [ahead, here] = await Promise.all([scriptsOf(path.join(folder, '[slug]')), scriptsOf(folder)])

  return [...ahead].filter((name) => !here.has(name)).join(' ')
}

async function scriptsOf(folder: string): Promise<Set<string>> {
  const text = await readFile(path.join(folder, 'page_client-reference-manifest.js'), 'utf8').catch(() => '')

  return new Set(Array.from(text.matchAll(/"\/_next\/static\/chunks\/([\w.~-]+)\.js"/g), ([, name = '']) => name))
}

import fs from 'node:fs'
import path from 'node:path'

/**
 * Makes a function that tells whether Next may be asked for a path: its first part is one of the app's own routes, or
 * a file in `public`. A path that only the language folder would take is answered without asking.
 */
export function readAppMap(root: string, distDir: string): (path: string) => boolean {
  const manifest = path.join(root, distDir, 'app-path-routes-manifest.json')
  const routes = Object.values(JSON.parse(fs.readFileSync(manifest, 'utf8')) as Record<string, string>)
  const files = path.join(root, 'public')
  const firsts = new Set([
    '_next',
    ...routes.map(firstPart).filter((part) => part !== '' && !part.startsWith('[')),
    ...(fs.existsSync(files) ? fs.readdirSync(files) : []),
  ])

  return (asked) => firsts.has(firstPart(asked))
}

function firstPart(route: string): string {
  return route.split('/', 2)[1] ?? ''
}

import fs from 'node:fs'
import path from 'node:path'

/** What `npm run pack` noted in its folder: `{ verbs, config }`; `null` where the sources are. */
export function readPacked(root) {
  const file = path.join(root, 'packed.json')

  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null
}

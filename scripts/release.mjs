import fs from 'node:fs'
import path from 'node:path'

const { version, schema } = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'))

/**
 * This release, as package.json names it: its version, the oldest schema that it brings up to date (`floor`), and the
 * oldest release that still works on the schema it leaves behind (`understoodFrom`). What the release of the floor made
 * in so many `steps` is one migration now.
 */
export const RELEASE = { version, ...schema }

/** The level of a migration: the time in its name. Later migrations have higher ones. */
export function levelOf(migration) {
  return Number(/^\d+/.exec(migration)?.[0] ?? 0)
}

/** `--version` of a command: says which release this is, and ends. */
export function answerVersion() {
  if (!process.argv.slice(2).some((word) => word === '--version' || word === '-v')) return
  console.log(`landfall ${version}`)
  process.exit(0)
}

/** Whether `version` comes before `floor`; a version under trial (`1.2.0-beta.1`) comes before its release. */
export function isBelow(version, floor) {
  const [have, want] = [version, floor].map((text) => text.split('-')[0].split('.').map(Number))
  for (let at = 0; at < 3; at++) if (have[at] !== want[at]) return have[at] < want[at]

  return version.includes('-') && !floor.includes('-')
}

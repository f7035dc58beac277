// `npm run db:migrate:new -- --name add_labels`: a new migration from a changed schema, applied to the database of
// `scripts/with-database.mjs`. Its name carries a time behind every other one's, whatever the clock says: a migration
// below the floor counts as applied in every store, and one before the newest would run in another order elsewhere.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { levelOf, RELEASE } from './release.mjs'

const FOLDER = path.join(import.meta.dirname, '../prisma/migrations')

/** The name of a new migration: `made` with the time `now`, or a second behind the newest of `names` and the floor. */
export function nameOfNew(made, names, now, floor = RELEASE.floor) {
  const newest = Math.max(floor.level, ...names.map(levelOf))
  const level = Math.max(levelOf(stampOf(now)), levelOf(stampOf(new Date(timeOf(newest) + 1_000))))

  return made.replace(/^\d+/, String(level))
}

function stampOf(instant) {
  return instant.toISOString().replaceAll(/\D/g, '').slice(0, 14)
}

function timeOf(level) {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(String(level)) ?? []

  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
}

const listMigrations = () => fs.readdirSync(FOLDER).filter((name) => levelOf(name) > 0)

function migrateDev(...args) {
  const program = path.join(import.meta.dirname, 'prisma.mjs')
  const { status } = spawnSync(process.execPath, [program, 'migrate', 'dev', ...args], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const before = listMigrations()
  migrateDev('--create-only', ...process.argv.slice(2))
  for (const made of listMigrations().filter((name) => !before.includes(name))) {
    const name = nameOfNew(made, before, new Date())
    fs.renameSync(path.join(FOLDER, made), path.join(FOLDER, name))
    console.log(`The new migration is prisma/migrations/${name}`)
  }
  migrateDev()
}

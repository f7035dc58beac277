import { isBelow, levelOf } from './release.mjs'

const TABLES = `SELECT to_regclass('public."_prisma_migrations"')::text AS books, to_regclass('public."SchemaState"')::text AS state`

const APPLIED = `
  SELECT migration_name AS name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`

/**
 * How far a database is, read only: `level` of its last migration (0: a bare one), and what the release that brought it
 * there has noted. Releases before 0.2.0 have noted nothing: `release` and `understoodFrom` are `null` then.
 *
 * @param {import('pg').Client} client
 */
export async function readSchema(client) {
  const { rows } = await client.query(TABLES)
  const { books, state } = rows[0]
  const applied = books ? (await client.query(APPLIED)).rows.map(({ name }) => name) : []
  const noted = state ? (await client.query(`SELECT * FROM "SchemaState" WHERE "id" = 'main'`)).rows[0] : null

  return {
    applied,
    level: Math.max(0, ...applied.map(levelOf)),
    release: noted?.release ?? null,
    understoodFrom: noted?.understoodFrom ?? null,
  }
}

/** Whether migrations, by name, stop short of the floor: they end below it, or one of the steps that led there is missing. */
export function isBelowFloor(applied, { level, steps }) {
  const first = applied.filter((name) => levelOf(name) <= level)
  const isWhole = !steps || first.length === 1 || first.length === steps

  return !isWhole || applied.every((name) => levelOf(name) < level)
}

/** Whether a database has a migration. At the floor it has all up to there, whatever they were called when it ran them. */
export function isApplied(migration, { applied, level }, { floor }) {
  return applied.includes(migration) || (levelOf(migration) <= floor.level && floor.level <= level)
}

/** Why `release` must not run on this schema, in words that name the release that may; `null` when it may. */
export function schemaProblem({ applied, release: from, understoodFrom }, release) {
  if (understoodFrom && isBelow(release.version, understoodFrom)) {
    return (
      `release ${from} has changed this database, and ${release.version} does not understand it: ${understoodFrom} or ` +
      'newer is needed. Start that one, or put the backup from before the upgrade into a bare database (docs/upgrading.md).'
    )
  }
  if (applied.length > 0 && isBelowFloor(applied, release.floor)) {
    return (
      `this database is older than release ${release.floor.release}, the oldest that ${release.version} brings up to ` +
      `date: start release ${release.floor.release} on it once, then this one (docs/upgrading.md).`
    )
  }

  return null
}

/** Notes how far the schema is. A release that finds a newer schema it understands lowers nothing. */
export async function noteSchema(client, release) {
  const { level, release: by, understoodFrom } = await readSchema(client)
  const { rows } = await client.query(`SELECT "level" FROM "SchemaState" WHERE "id" = 'main'`)
  const isHigher = rows.length === 0 || level > Number(rows[0].level)
  const oldest =
    !understoodFrom || isBelow(understoodFrom, release.understoodFrom) ? release.understoodFrom : understoodFrom
  if (!isHigher && oldest === understoodFrom) return
  await client.query(
    `INSERT INTO "SchemaState" ("id", "level", "release", "understoodFrom") VALUES ('main', $1, $2, $3)
     ON CONFLICT ("id") DO UPDATE SET "level" = excluded."level", "release" = excluded."release",
       "understoodFrom" = excluded."understoodFrom", "at" = now()`,
    [level, isHigher ? release.version : by, oldest],
  )
}

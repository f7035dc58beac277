import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { nameOfNew } from '#scripts/new-migration.mjs'
import { isBelow, levelOf, RELEASE } from '#scripts/release.mjs'
import { FORMER_STEPS } from '#tests/support/model/former-steps.ts'
import { migrationNames } from '#tests/support/model/older-store.ts'

/** What the release before cannot live with, once a migration has done it. */
const RULES: [discrepancies: string, pattern: RegExp][] = [
  ['drops', /^DROP (?!INDEX\b)/],
  ['drops', /\bDROP (COLUMN|DEFAULT|NOT NULL|EXPRESSION|IDENTITY|VALUE|ATTRIBUTE)\b/],
  // In ALTER TABLE the word COLUMN may be missing; a rule that is lifted disturbs nobody.
  ['drops', /^ALTER TABLE .*?\bDROP (?:IF EXISTS )?"/],
  ['renames', /\bRENAME\b/],
  ['demands a value', /\bSET NOT NULL\b/],
  ['changes a type', /\bALTER (COLUMN )?"?\w+"? (SET DATA )?TYPE\b/],
  ['adds a word to a type', /^ALTER TYPE .* ADD VALUE\b/],
  ['empties', /^TRUNCATE\b/],
]

const ADDED_COLUMN = /\bADD (?:COLUMN )?(?:IF NOT EXISTS )?"[^"]+" [^,]*/g
const ADDED_RULE = /\bADD (?:CONSTRAINT "[^"]+" )?(CHECK|UNIQUE|EXCLUDE|FOREIGN KEY|PRIMARY KEY)\b/
const ON_TABLE = /^(?:ALTER TABLE (?:IF EXISTS )?(?:ONLY )?|CREATE UNIQUE INDEX .*? ON )"([^"]+)"/

/** The mark of a migration that contracts on purpose, and the oldest release that works behind it. */
const MARK = /^-- contract, understood from (\d+\.\d+\.\d+): \S/m

/** The oldest release that a migration says it needs, `null` when it says nothing. */
function contractOf(sql: string): string | null {
  return MARK.exec(sql)?.[1] ?? null
}

/** One sentence for each statement that breaks a release which still runs, or which one goes back to. */
function findContractions(sql: string): string[] {
  const statements = split(sql)
  const own = new Set(statements.flatMap((one) => /^CREATE TABLE (?:IF NOT EXISTS )?"([^"]+)"/.exec(one)?.[1] ?? []))

  return statements.flatMap((statement) => {
    const table = ON_TABLE.exec(statement)?.[1]
    if (table !== undefined && own.has(table)) return []
    const found = RULES.filter(([, pattern]) => pattern.test(statement)).map(([discrepancies]) => discrepancies)
    if (demandsNewValue(statement)) found.push('adds a column that must be filled')
    if (ADDED_RULE.test(statement) || /^CREATE UNIQUE INDEX\b/.test(statement)) found.push('adds a rule')

    return [...new Set(found)].map((discrepancies) => `${discrepancies}: ${statement.slice(0, 120)}`)
  })
}

function demandsNewValue(statement: string): boolean {
  if (!statement.startsWith('ALTER TABLE')) return false
  const columns = statement.match(ADDED_COLUMN) ?? []

  return columns.some((column) => /\bNOT NULL\b/.test(column) && !/\b(DEFAULT|GENERATED)\b/.test(column))
}

/** Statements on one item each; what stands in texts and bodies of functions is nobody's statement. */
function split(sql: string): string[] {
  return sql
    .replace(/--.*$/gm, ' ')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}

// The last migration of release 0.1.0: whatever follows it meets a store that may be upgraded while it sells.
const LAST_WITHOUT_RULES = 20261208023100

const later = migrationNames()
  .filter((name) => levelOf(name) > LAST_WITHOUT_RULES)
  .map((name) => ({ name, sql: fs.readFileSync(`prisma/migrations/${name}/migration.sql`, 'utf8') }))

describe('a migration', () => {
  test.each([
    'DROP TABLE "Order";',
    'ALTER TABLE "Order" DROP COLUMN "note";',
    'ALTER TABLE "Order" DROP "note";',
    'ALTER TABLE "Order" ALTER COLUMN "note" DROP DEFAULT;',
    'ALTER TABLE "Order" ALTER COLUMN "note" DROP NOT NULL;',
    'ALTER TABLE "Order" RENAME COLUMN "note" TO "remark";',
    'ALTER TABLE "Order" RENAME TO "Sale";',
    'ALTER TYPE "LineState" RENAME TO "State";',
    `ALTER TYPE "LineState" ADD VALUE 'LOST';`,
    'ALTER TABLE "Order" ADD COLUMN "note" TEXT NOT NULL;',
    'ALTER TABLE "Order" ADD COLUMN "a" TEXT, ADD COLUMN "b" TEXT NOT NULL;',
    'ALTER TABLE "Order" ALTER COLUMN "note" SET NOT NULL;',
    'ALTER TABLE "Order" ALTER COLUMN "count" SET DATA TYPE BIGINT;',
    'ALTER TABLE "Order" ADD CONSTRAINT "positive" CHECK ("count" > 0);',
    'CREATE UNIQUE INDEX "one" ON "Order"("note");',
    'TRUNCATE "Order";',
  ])('may not contract: %s', (sql) => {
    expect(findContractions(sql)).toHaveLength(1)
  })

  test.each([
    'CREATE TABLE "New" ("id" TEXT NOT NULL, CONSTRAINT "New_pkey" PRIMARY KEY ("id"));\nCREATE UNIQUE INDEX "one" ON "New"("id");',
    'CREATE TABLE "New" ("id" TEXT);\nALTER TABLE "New" ADD CONSTRAINT "to" FOREIGN KEY ("id") REFERENCES "Order"("id");',
    'ALTER TABLE "Order" ADD COLUMN "note" TEXT;',
    `ALTER TABLE "Order" ADD COLUMN "note" TEXT NOT NULL DEFAULT '';`,
    'ALTER TABLE "Order" DROP CONSTRAINT "positive";',
    'DROP INDEX "one";',
    'CREATE INDEX "some" ON "Order"("note");',
    '-- DROP TABLE "Order";\nSELECT 1;',
    `UPDATE "Setting" SET "value" = '"RENAME; DROP TABLE x"';`,
    'CREATE OR REPLACE FUNCTION f() RETURNS trigger AS $$ BEGIN DROP TABLE x; END $$ LANGUAGE plpgsql;',
  ])('may expand: %s', (sql) => {
    expect(findContractions(sql)).toEqual([])
  })

  test('says from which release on it is understood when it contracts on purpose', () => {
    expect(contractOf('-- contract, understood from 0.3.0: 0.3.0 reads "remark" alone.\nDROP TABLE "Note";')).toBe(
      '0.3.0',
    )
    expect(contractOf('-- contract\nDROP TABLE "Note";')).toBeNull()
  })
})

test.each(later)('$name leaves the release before able to run, or the manifest says that it cannot', ({ sql }) => {
  const needed = contractOf(sql)
  if (needed === null) expect(findContractions(sql)).toEqual([])
  else expect(isBelow(RELEASE.understoodFrom, needed), `schema.understoodFrom is below ${needed}`).toBe(false)
})

test('this release stands in the changelog, and its floor is a migration that it has', () => {
  expect(fs.readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## ${RELEASE.version}`)
  expect(isBelow(RELEASE.version, RELEASE.understoodFrom)).toBe(false)
  expect(migrationNames().map(levelOf)).toContain(RELEASE.floor.level)
})

test('what the release of the floor made in steps is one migration, and the first', () => {
  expect(FORMER_STEPS).toHaveLength(RELEASE.floor.steps)
  expect(Math.max(...FORMER_STEPS.map(levelOf))).toBe(RELEASE.floor.level)
  expect(migrationNames().filter((name) => levelOf(name) <= RELEASE.floor.level)).toEqual(migrationNames().slice(0, 1))
})

test('a new migration comes behind every other one and the floor, whatever the clock says', () => {
  const floor = { level: 20261208023100 }
  const behind = new Date('2026-12-01T03:00:00Z')
  const made = '20261201030000_add_labels'

  expect(nameOfNew(made, ['20261224235959_end'], behind, floor)).toBe('20261225000000_add_labels')
  expect(nameOfNew(made, [], behind, floor)).toBe('20261208023101_add_labels')
  expect(nameOfNew(made, ['20261224235959_end'], new Date('2027-01-02T03:04:05Z'), floor)).toBe(
    '20270102030405_add_labels',
  )
  expect(levelOf(nameOfNew(made, migrationNames(), behind))).toBeGreaterThan(Math.max(...migrationNames().map(levelOf)))
})

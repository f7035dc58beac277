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
export function contractOf(sql: string): string | null {
  return MARK.exec(sql)?.[1] ?? null
}

/** One sentence for each statement that breaks a release which still runs, or which one goes back to. */
export function findContractions(sql: string): string[] {
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

/** Statements on one line each; what stands in texts and bodies of functions is nobody's statement. */
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

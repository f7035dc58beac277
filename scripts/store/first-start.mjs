import { withClient } from '../postgres/with-client.mjs'
import { hasVerb, runVerb } from './verb.mjs'

const A_WHOLE_CATALOGUE = `SELECT 1 FROM "SyncRun" WHERE "state" = 'finished' LIMIT 1`
const AN_OWNER = `SELECT 1 FROM "Staff" WHERE "role" = 'owner' AND "disabledAt" IS NULL LIMIT 1`

/**
 * Reads the catalogue where that was never done. A shop with an empty shelf opens all the same when the provider is away:
 * the worker goes on trying.
 */
export async function fillMirror(env, say) {
  if (!hasVerb('catalog-sync') || (await exists(env.DATABASE_URL, A_WHOLE_CATALOGUE))) return
  say('reading the catalogue for the first time')
  const { code } = await runVerb('catalog-sync', [], { env, isQuiet: true })
  say(code === 0 ? 'the catalogue is complete' : 'the catalogue could not be read yet; the store goes on trying')
}

/** How somebody becomes the first owner: a link at the first start, later the way to another one. `null` when one is. */
export async function firstOwner(env) {
  if (await exists(env.DATABASE_URL, AN_OWNER)) return null
  const { code, text } = await runVerb('admin-create', ['--quiet', '--first'], { env, collect: true })

  return code === 0 && text ? `${text}   (works once, for one hour)` : 'none yet: npm run admin:create makes a link'
}

function exists(connectionString, sql) {
  return withClient({ connectionString }, async (client) => (await client.query(sql)).rowCount > 0)
}

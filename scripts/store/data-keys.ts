import { type KeyRing, open, parseKeyRing } from '#lib/core/crypto/encrypt.ts'
import { withClient } from '../postgres/with-client.mjs'
import { StartError } from './fail.mjs'

/** Every column that holds sealed values, with whose id they are sealed to. */
export const ENCRYPTED_COLUMNS = [
  { table: 'Card', field: 'sealedCode', id: '"id"' },
  { table: 'StaffTotp', field: 'secret', id: 'coalesce("staffId", "accountId")' },
  { table: 'UpstreamSession', field: 'sealedToken', id: '"id"' },
  { table: 'PushKey', field: 'encryptedPrivateKey', id: '"id"' },
  { table: 'PushSubscription', field: 'encryptedTarget', id: '"id"' },
] as const

/** A value may be damaged by itself; a key that opens none of so many is another key. */
const SAMPLES = 5

type Sample = { key: string; table: string; id: string; field: string; value: Buffer }

/**
 * Refuses a start without a key that stored values were sealed with: paid activation codes could not be opened, and
 * nobody would notice before a buyer does.
 */
export async function requireDataKeys(url: string, text: string): Promise<void> {
  const ring = readRing(text)
  const samples = await readSamples(url)
  const used = [...new Set(samples.map(({ key }) => key))]
  const missing = used.filter((id) => !samples.some((sample) => sample.key === id && opens(ring, sample)))
  if (missing.length === 0) return
  const names = missing.map((id) => `"${id}"`).join(', ')
  if (missing.some((id) => ring.keys.has(id))) {
    throw new StartError(
      `The database holds values that are sealed with another key named ${names} than that of DATA_KEYS. A live store ` +
        'wants a database and a DATA_DIR of its own, not those of a trial; a new key wants a new id, in front of the old one.',
    )
  }
  throw new StartError(
    `The database holds values that are sealed with the key ${names}, and DATA_KEYS does not have that key. Put it ` +
      'back, behind the first one; `npm run keys:rotate` then seals everything with the first.',
  )
}

/** The keys of `DATA_KEYS`. Throws a `StartError` that says what they must look like. */
export function readRing(text: string): KeyRing {
  try {
    return parseKeyRing(text)
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : 'DATA_KEYS cannot be read.')
  }
}

function opens(ring: KeyRing, { value, ...place }: Sample): boolean {
  try {
    open(ring, value, place)

    return true
  } catch {
    return false
  }
}

/** Some values of each key in use. From key to key, so that only as many rows are read where an index knows the keys. */
async function readSamples(url: string): Promise<Sample[]> {
  return withClient({ connectionString: url }, async (client) => {
    const samples: Sample[] = []
    for (const { table, field, id } of ENCRYPTED_COLUMNS) {
      const key = keyOf(field)
      const { rows } = await client.query<Sample>(
        `WITH RECURSIVE "keys" AS (
           SELECT min(${key}) AS "key" FROM "${table}"
           UNION ALL SELECT (SELECT min(${key}) FROM "${table}" WHERE ${key} > "keys"."key") FROM "keys"
           WHERE "keys"."key" IS NOT NULL
         )
         SELECT "keys"."key", '${table}' AS "table", '${field}' AS "field", "sealed".* FROM "keys" CROSS JOIN LATERAL (
           SELECT ${id} AS "id", "${field}" AS "value" FROM "${table}" WHERE ${key} = "keys"."key" LIMIT $1
         ) AS "sealed"`,
        [SAMPLES],
      )
      samples.push(...rows)
    }

    return samples.toSorted((a, b) => a.key.localeCompare(b.key))
  })
}

/** A sealed value begins with a version, the length of its key's id, and the id. As the index of codes writes it. */
function keyOf(field: string): string {
  return `(CASE WHEN substring("${field}" FROM 1 FOR 1) = '\\x01' AND length("${field}") > 2
    THEN encode(substring("${field}" FROM 3 FOR get_byte("${field}", 1)), 'escape') COLLATE "C" END)`
}

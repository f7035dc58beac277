import { randomBytes } from 'node:crypto'

/** The role that the store works as: it owns its database and everything in it, and nothing else of the server. */
export const STORE_ROLE = 'store'
export const DATABASE = 'landfall'

// Databases of its own are what tests and new migrations are made in; a trial of a backup wants one too.
const RIGHTS = 'LOGIN CREATEDB NOSUPERUSER NOCREATEROLE NOREPLICATION NOBYPASSRLS'

// A data directory of release 0.1 was filled by the server's first role, which nothing can take its rights from.
// `REASSIGN OWNED` refuses that role as a whole: whatever is the store's is named one by one.
const HAND_OVER = `
  DO $$
  DECLARE change text;
  BEGIN
    FOR change IN
      SELECT format('ALTER SCHEMA %I', nspname) FROM pg_namespace
        WHERE nspowner <> '${STORE_ROLE}'::regrole AND nspname <> 'public' AND nspname !~ '^pg_'
          AND nspname <> 'information_schema'
      UNION ALL SELECT format('ALTER %s %s', CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW'
          WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, c.oid::regclass)
        FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
        WHERE relowner <> '${STORE_ROLE}'::regrole AND relkind IN ('r', 'p', 'v', 'm', 'S')
          AND nspname !~ '^pg_' AND nspname <> 'information_schema'
          AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid
            AND relkind = 'S' AND deptype IN ('a', 'i'))
      UNION ALL SELECT format('ALTER ROUTINE %s', p.oid::regprocedure)
        FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
        WHERE proowner <> '${STORE_ROLE}'::regrole AND nspname !~ '^pg_' AND nspname <> 'information_schema'
      UNION ALL SELECT format('ALTER TYPE %s', t.oid::regtype)
        FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace LEFT JOIN pg_class c ON c.oid = typrelid
        WHERE typowner <> '${STORE_ROLE}'::regrole AND (typtype IN ('e', 'd') OR relkind = 'c')
          AND nspname !~ '^pg_' AND nspname <> 'information_schema'
    LOOP
      EXECUTE change || ' OWNER TO "${STORE_ROLE}"';
    END LOOP;
  END $$`

/**
 * Sees to it that the store's role and database are there and belong together, also in a data directory that an earlier
 * release has filled. `query` asks as the server's first role; `keep` stores a changed state.
 *
 * @param {{ storePassword?: string }} state
 * @param {(sql: string, options?: { values?: unknown[], database?: string }) => Promise<any[]>} query
 * @param {() => void} keep
 */
export async function ensureStore(state, query, keep) {
  if (!state.storePassword) {
    state.storePassword = randomBytes(18).toString('base64url')
    // Before the role: a password that the server knows and nobody else would keep the store out.
    keep()
  }
  const [role] = await query('SELECT 1 FROM pg_roles WHERE rolname = $1', { values: [STORE_ROLE] })
  if (!role) await query(`CREATE ROLE "${STORE_ROLE}" ${RIGHTS} PASSWORD '${state.storePassword}'`)
  const [database] = await query('SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1', {
    values: [DATABASE],
  })
  if (!database) await query(`CREATE DATABASE "${DATABASE}" OWNER "${STORE_ROLE}"`)
  else {
    if (database.owner !== STORE_ROLE) await query(`ALTER DATABASE "${DATABASE}" OWNER TO "${STORE_ROLE}"`)
    await query(HAND_OVER, { database: DATABASE })
  }
}

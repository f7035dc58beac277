// What a server must be like before paid orders are written to it. Asked at every start, and by the doctor.
const OLDEST = 150_000
const SKEW_MS = 2_000

/** What a start and the doctor say of a role that may do everything. */
export const SUPERUSER =
  'the role of the store is a superuser: give it one that owns its database and nothing else (docs/operations.md)'

/** Whether the role behind a `pg` client may do everything on its server. */
export async function isSuperuser(client) {
  const { rows } = await client.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user')

  return rows[0]?.rolsuper === true
}

const DETAILS = `
  SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
    current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
    current_setting('full_page_writes') AS pages, current_setting('synchronous_commit') AS commits,
    clock_timestamp() AS now`

/** Returns what speaks against the server behind a `pg` client, one sentence each; none when it can carry a store. */
export async function findUnsafe(client) {
  const asked = Date.now()
  const { rows } = await client.query(DETAILS)
  const facts = rows[0]
  // Its answer may take long on a busy machine: only what lies outside of that time is a difference of clocks.
  const skew = Math.max(0, asked - facts.now, facts.now - Date.now())

  return [
    facts.version < OLDEST && `PostgreSQL ${facts.name} is too old: 15 or newer`,
    facts.encoding !== 'UTF8' && `the encoding is ${facts.encoding}, not UTF8`,
    facts.fsync !== 'on' && 'fsync is off: a power cut loses orders',
    facts.pages !== 'on' && 'full_page_writes is off: a power cut can tear pages',
    facts.commits === 'off' && 'synchronous_commit is off: a power cut loses orders',
    skew > SKEW_MS && `its clock is ${Math.round(skew / 1000)} s away from ours`,
  ].filter(Boolean)
}

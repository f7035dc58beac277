import pg from 'pg'

/** Whether a catalogue was read to its end once. */
export function isMirrorFilled(url) {
  return exists(url, `SELECT 1 FROM "SyncRun" WHERE "state" = 'finished' LIMIT 1`)
}

/** Whether somebody can already open the back office as its owner. */
export function ownerExists(url) {
  return exists(url, `SELECT 1 FROM "Staff" WHERE "role" = 'owner' AND "disabledAt" IS NULL LIMIT 1`)
}

async function exists(url, sql) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rowCount > 0
  } finally {
    await client.end()
  }
}

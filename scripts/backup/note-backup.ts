import pg from 'pg'

/** Notes when the last backup was made: the store tells its owners when none follows. */
export async function noteBackup(url: string, madeAt: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(
      `INSERT INTO "Setting" ("key", "value", "updatedBy", "updatedAt") VALUES ('backup.made', to_jsonb($1::text), 'store', $2)
       ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value", "updatedAt" = excluded."updatedAt"`,
      [madeAt, madeAt],
    )
  } finally {
    await client.end()
  }
}

import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#scripts/store/supervisor.mjs'
import { bareDatabase } from '#tests/support/own-database.ts'

async function change(url: string, setting: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${setting}`)
  await client.end()
}

describe('D25 a store', () => {
  test('does not start on a server that may forget what it has confirmed', async () => {
    const url = await bareDatabase()
    await change(url, 'synchronous_commit = off')
    const said: string[] = []
    const open = () =>
      openDatabase({ settings: { databaseUrl: url, dataDir: '' }, root: '.', say: (text: string) => said.push(text) })

    await expect(open()).rejects.toThrow('The database cannot be prepared: synchronous_commit is off')

    await change(url, 'synchronous_commit = on')
    const { applied, close } = await open()
    expect(applied.length).toBeGreaterThan(0)
    await close()
    expect(said).toEqual([])
  })
})

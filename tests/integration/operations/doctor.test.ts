import { execFile } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { RELEASE } from '#scripts/release.mjs'
import { bareDatabase, ownDatabase } from '#tests/support/own-database.ts'

const CHECKS = 'release node packages build settings data database schema keys backup upstream mail'.split(' ')

/** A doctor of a trial store whose data directory does not exist. Its lines by what they look at, and its exit code. */
async function ask(url: string | undefined) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-doctor-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const dataDir = path.join(folder, 'data')
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, ENV_FILE: 'off', DATA_DIR: dataDir, STORE_MODE: 'trial', DATABASE_URL: url }
  const began = performance.now()
  const { code, text } = await new Promise<{ code: number; text: string }>((resolve) => {
    execFile('node', ['scripts/doctor.mjs'], { env: env as unknown as NodeJS.ProcessEnv }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), text: stdout }),
    )
  })
  const lines = text.trim().split('\n')

  return {
    code,
    names: lines.map((line) => line.slice(5, 15).trim()),
    line: (name: string) => lines.find((line) => line.slice(5).startsWith(name)) ?? '',
    tookMs: performance.now() - began,
    madeFolder: fs.existsSync(dataDir),
  }
}

async function tables(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)
  await client.end()

  return rowCount ?? 0
}

describe('the doctor', () => {
  test('has one line per check, and only reads: it migrates nothing and makes no folder', async () => {
    const url = await bareDatabase()

    const seen = await ask(url)

    expect(seen.names).toEqual(CHECKS)
    expect(seen.line('release')).toBe(`ok   release    landfall ${RELEASE.version}`)
    expect(seen.line('schema')).toContain('a bare database')
    expect(await tables(url)).toBe(0)
    expect(seen.madeFolder).toBe(false)
  })

  test('says what a database of this release is, and that no backup is made by the clock', async () => {
    const seen = await ask(await ownDatabase())

    expect(seen.line('schema')).toMatch(/^ok {3}schema {5}level \d{14}, made by release /)
    expect(seen.line('backup')).toContain('set BACKUP_EVERY_HOURS')
  })

  test('says that the embedded database does not run instead of starting it', async () => {
    const seen = await ask(undefined)

    expect(seen.line('database')).toContain('npm start starts it')
    expect(seen.names).toEqual(CHECKS)
    expect(seen.madeFolder).toBe(false)
  })

  test('does not hang on a server that takes the connection and says nothing, and exits with 1', async () => {
    const silent = net.createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as net.AddressInfo

    const seen = await ask(`postgresql://somebody:hidden@127.0.0.1:${port}/shop`)

    expect(seen.code).toBe(1)
    expect(seen.line('database')).toMatch(new RegExp(`^BAD  database   127.0.0.1:${port} cannot be used`))
    expect(seen.names).toEqual(CHECKS)
    // It answers in ten seconds on a machine that has time for it.
    expect(seen.tookMs).toBeLessThan(60_000)
  })

  test('says that nobody listens at the address, without the password in it', async () => {
    const seen = await ask('postgresql://somebody:hidden@127.0.0.1:9/shop')

    expect(seen.line('database')).toContain('nobody listens there')
    expect(seen.line('database')).not.toContain('hidden')
  })
})

import { execFile } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serve } from '#lib/core/http/route.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { RELEASE } from '#scripts/release.mjs'
import { askDatabase, bareDatabase, ownDatabase } from '#tests/support/database-copies.ts'
import { ownRequest, startHttpWorld } from '#tests/support/http-world.ts'
import { duringTests } from '#tests/support/shop.ts'

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

const tables = async (url: string) =>
  (await askDatabase(url, `SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).length

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
    const deafServer = net.createServer(() => {})
    await new Promise<void>((resolve) => deafServer.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void deafServer.close())
    const { port } = deafServer.address() as net.AddressInfo

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

describe('store unavailable', () => {
  duringTests(startHttpWorld)

  const WAYS = [
    ['a statement', () => db().rateLimit.deleteMany()],
    ['a statement of our own', () => db().$executeRaw`DELETE FROM "RateLimit"`],
    ['a transaction', () => transaction((tx) => tx.rateLimit.deleteMany())],
    ['a transaction with a statement of our own', () => transaction((tx) => tx.$executeRaw`DELETE FROM "RateLimit"`)],
  ] as const

  /** Runs `act` on a database that refuses one kind of write with a state of the server's own. */
  async function whileRefused<Result>(state: string, action: () => Promise<Result>): Promise<Result> {
    await db().$executeRawUnsafe(
      `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'secret of the server' USING ERRCODE = '${state}'; END $$`,
    )
    await db().$executeRawUnsafe(
      'CREATE OR REPLACE TRIGGER refuse BEFORE DELETE ON "RateLimit" FOR EACH STATEMENT EXECUTE FUNCTION refuse()',
    )
    try {
      return await action()
    } finally {
      await db().$executeRawUnsafe('DROP TRIGGER refuse ON "RateLimit"')
    }
  }

  const WRITE = defineCall('POST /api/write', { summary: 'Writes.', caller: 'any' })

  function answerTo(state: string, write: () => Promise<unknown>): Promise<Response> {
    const handle = serve(WRITE, write)

    return whileRefused(state, () => handle(ownRequest(), { params: Promise.resolve({}) }))
  }

  describe('a database that has no room', () => {
    test.each(
      ['53000', '53100', '53200', '53300'].flatMap((state) => WAYS.map(([way, write]) => ({ state, way, write }))),
    )('answers $state to $way with a code of its own and when to come back', async ({ state, write }) => {
      const response = await answerTo(state, write)
      const { error } = await response.json()

      expect(response.status).toBe(503)
      expect(error.code).toBe('store_unavailable')
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(JSON.stringify(error)).not.toContain('secret')
    })

    test.each(['22012', 'P0001'])('is not what a failure of ours with %s is taken for', async (state) => {
      const response = await answerTo(state, WAYS[0][1])

      expect(response.status).toBe(500)
      expect((await response.json()).error.code).toBe('internal')
    })
  })

  describe('a transaction', () => {
    test.each([
      { state: '55P03', times: 3 },
      { state: '53100', times: 1 },
    ])('that ends with $state is run $times times in all', async ({ state, times }) => {
      let runs = 0
      const work = () =>
        transaction(async (tx) => {
          runs += 1
          await tx.rateLimit.deleteMany()
        })

      await expect(whileRefused(state, work)).rejects.toThrow()
      expect(runs).toBe(times)
    })
  })
})

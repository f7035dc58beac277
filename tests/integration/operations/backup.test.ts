import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { forgetEnvironment } from '#lib/core/env.ts'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { makeKey } from '#scripts/backup/file-form.ts'
import { loadBackup } from '#scripts/backup/load-backup.ts'
import { checkBackup } from '#scripts/backup/read-backup.ts'
import { deleteOldBackups } from '#scripts/backup/settings.mjs'
import { verifyBackup } from '#scripts/backup/verify-backup.ts'
import { noteBackup, writeBackup } from '#scripts/backup/write-backup.ts'
import { RELEASE } from '#scripts/release.mjs'
import { backUpIfDue, keepBackups } from '#scripts/store/backup-clock.mjs'
import { askDatabase, bareDatabase, ownDatabase } from '#tests/support/database-copies.ts'
import { HALF_WRITTEN } from '#tests/support/half-written.ts'
import { FORMER_STEPS } from '#tests/support/model/former-steps.ts'
import { makeFormer, migrateTo, migrationNames } from '#tests/support/model/older-store.ts'
import { order, sell, startSale } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

describe('backup', () => {
  const run = promisify(execFile)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-backup-'))
  const sale = duringTests(() => startSale({ TIME_SCALE: '300' }))
  let url: string

  beforeAll(async () => {
    url = sale.shop.settings.DATABASE_URL ?? ''
    for (let n = 0; n < 3; n++) {
      await sell(sale, { count: 2 })
    }
    await order()
    await db().person.create({ data: { id: 'per_odd', email: 'a\tb\\c\nd\\.\n', name: '#end {}', phone: '\\.' } })
  })

  afterAll(async () => {
    fs.rmSync(folder, { recursive: true, force: true })
  })

  function inFolder(): string {
    return fs.mkdtempSync(path.join(folder, 'case-'))
  }

  async function contentOf(address: string, table: string): Promise<string> {
    const order = table === 'Slot' ? '"kind", "n"' : '1'
    const rows = await askDatabase<{ row: string }>(
      address,
      `SELECT t::text AS row FROM "${table}" t ORDER BY ${order}`,
    )

    return rows.map(({ row }) => row).join('\n')
  }

  /** A file whose text was changed by somebody who knows how to pack it again. */
  async function rewritten(file: string, change: (text: string) => string): Promise<string> {
    const copy = path.join(inFolder(), 'changed.backup')
    fs.writeFileSync(copy, gzipSync(change(gunzipSync(fs.readFileSync(file)).toString('utf8'))))

    return copy
  }

  describe('a backup', () => {
    test('restored elsewhere is the same store, row by row, and keeps every promise', async () => {
      const made = await writeBackup(url, inFolder())
      const target = await bareDatabase()

      const restored = await loadBackup(made.file, target)

      expect(restored.tables.map(({ name, rows }) => [name, rows])).toEqual(
        made.tables.map((sum) => [sum.name, sum.rows]),
      )
      for (const { name } of made.tables) {
        if (name !== 'Setting' && name !== 'InvoiceYear')
          expect(await contentOf(target, name), name).toBe(await contentOf(url, name))
      }
      expect(await breachesOf(target)).toEqual([])
    })

    test('taken while orders are made holds one instant of them', async () => {
      let isDone = false
      const writing = (async () => {
        let made = 0
        while (!isDone || made < 5) {
          await order()
          made += 1
        }
      })()
      const files: string[] = []
      for (let n = 0; n < 3; n++) files.push((await writeBackup(url, inFolder())).file)
      isDone = true
      await writing

      for (const file of files) {
        const target = await bareDatabase()
        await loadBackup(file, target)
        const [alone] = await askDatabase<{ count: number }>(target, HALF_WRITTEN)
        expect(alone?.count).toBe(0)
        expect(await breachesOf(target)).toEqual([])
      }
    })

    test('is made on a file system without hard links too, over none that is there', async () => {
      const to = inFolder()
      const refuse = vi.spyOn(fs.promises, 'link').mockRejectedValue(Object.assign(new Error('no'), { code: 'EPERM' }))
      onTestFinished(() => refuse.mockRestore())

      const { file } = await writeBackup(url, to)

      expect(fs.readdirSync(to)).toEqual([path.basename(file)])
      expect((await checkBackup(file)).head.release).toBe(RELEASE.version)
    })

    test('leaves out the numbers of invoices that may have been given away since', async () => {
      const target = await bareDatabase()
      await askDatabase(url, `INSERT INTO "InvoiceYear" VALUES (extract(year FROM now() AT TIME ZONE 'UTC'), 7)`)
      await loadBackup((await writeBackup(url, inFolder())).file, target)

      expect(await askDatabase(target, 'SELECT "last" FROM "InvoiceYear"')).toEqual([{ last: 1_007 }])
    })

    test('lets the counters go on behind the last number, and leaves the recovery mode on', async () => {
      const target = await bareDatabase()
      await loadBackup((await writeBackup(url, inFolder())).file, target)

      const sql = `INSERT INTO "OrderEvent" ("orderId", "kind", "actor", "data") VALUES ('o', 'k', 'a', '{}') RETURNING "id"`
      const [event] = await askDatabase<{ id: string }>(target, sql)
      const [last] = await askDatabase<{ id: string }>(url, 'SELECT max("id") AS id FROM "OrderEvent"')
      const [setting] = await askDatabase<{ value: { reason: string } }>(
        target,
        `SELECT * FROM "Setting" WHERE "key" = 'recovery'`,
      )

      expect(Number(event?.id)).toBe(Number(last?.id) + 1)
      expect(setting?.value.reason).toBe('restored')
    })

    test('holds no key, no activation code and no session of the provider', async () => {
      const { file, tables } = await writeBackup(url, inFolder())
      const text = gunzipSync(fs.readFileSync(file)).toString('utf8')
      const session = await db().providerSession.findUniqueOrThrow({ where: { id: 'main' } })
      const secrets = [
        sale.shop.settings.DATA_KEYS?.split(':')[1],
        sale.shop.settings.RESELLER_API_SECRET,
        sale.shop.settings.RESELLER_API_PASSWORD,
        'LPA:1$',
        Buffer.from('LPA:1$').toString('hex'),
        Buffer.from(session.sealedToken ?? '').toString('hex'),
      ]
      const codes = sale.shop.provider.control
        .orders()
        .flatMap((entry) => JSON.stringify(entry).match(/LPA:1[^"]+/g) ?? [])

      expect(tables.find(({ name }) => name === 'Card')?.rows).toBe(6)
      expect(session.sealedToken).not.toBeNull()
      for (const secret of [...secrets, ...codes]) {
        expect(secret).toBeTruthy()
        expect(text.includes(secret ?? '')).toBe(false)
      }
      expect(tables.map(({ name }) => name)).not.toContain('UpstreamSession')
      expect(fs.statSync(file).mode & 0o077).toBe(0)
    })

    test('carries rows that look like its own marks', async () => {
      const target = await bareDatabase()
      await loadBackup((await writeBackup(url, inFolder())).file, target)

      const [odd] = await askDatabase<object>(
        target,
        `SELECT "email", "name", "phone" FROM "Person" WHERE "id" = 'per_odd'`,
      )

      expect(odd).toEqual({ email: 'a\tb\\c\nd\\.\n', name: '#end {}', phone: '\\.' })
    })

    test('brings a closed month back with what it booked, and the month takes nothing more', async () => {
      const entry = (lineId: string) =>
        `INSERT INTO "MonthEntry" VALUES ('trial-2025-01', '${lineId}', false, 'ord_1', 'N-1', now(), 'card', 1, 'pln_1', 1,
         'EUR', 'USD', 1, 1, 100, 0, 0, 0, 1, 1, 0, 0, 0)`
      await askDatabase(url, entry('lin_1'))
      await askDatabase(
        url,
        `INSERT INTO "MonthClose" VALUES ('trial-2025-01', 'trial', '2025-01', '[]', '[]', 'stf_1', now())`,
      )
      const target = await bareDatabase()

      await loadBackup((await writeBackup(url, inFolder())).file, target)

      expect(await contentOf(target, 'MonthEntry')).toBe(await contentOf(url, 'MonthEntry'))
      await expect(askDatabase(target, entry('lin_2'))).rejects.toThrow('this month is closed')
    })
  })

  describe('a backup of release 0.1.0', () => {
    async function formerBackup(steps = FORMER_STEPS): Promise<string> {
      const former = await bareDatabase()
      await makeFormer(former, steps)
      await askDatabase(former, `UPDATE "PriceRule" SET "percent" = 12`)

      return (await writeBackup(former, inFolder())).file
    }

    test.each<[string, (target: string) => Promise<unknown>]>([
      ['a bare database', async () => undefined],
      ['an empty store of that release', (target) => makeFormer(target)],
      ['an empty store of this one at that level', (target) => migrateTo(target, 1)],
    ])('goes into %s, which is brought up to date', async (_, prepare) => {
      const target = await bareDatabase()
      await prepare(target)

      const { later } = await loadBackup(await formerBackup(), target)

      expect(later).toEqual(migrationNames().slice(1))
      expect(await askDatabase(target, 'SELECT "percent"::int FROM "PriceRule"')).toEqual([{ percent: 12 }])
    })

    test('does not go into a half-made one, and half of one goes nowhere', async () => {
      const half = FORMER_STEPS.slice(0, -1)
      const target = await bareDatabase()
      await makeFormer(target, half)

      await expect(loadBackup(await formerBackup(), target)).rejects.toThrow('is older than release 0.1.0')
      await expect(loadBackup(await formerBackup(half), await bareDatabase())).rejects.toThrow(
        'is older than release 0.1.0',
      )
      expect(await askDatabase(target, 'SELECT 1 FROM "_prisma_migrations"')).toHaveLength(half.length)
    })
  })

  describe('a restore refuses', () => {
    let good: string

    beforeAll(async () => {
      good = (await writeBackup(url, inFolder())).file
    })

    test('a file with one byte changed, cut off, or packed again with rows moved or missing', async () => {
      const bytes = fs.readFileSync(good)
      const flipped = path.join(inFolder(), 'flipped.backup')
      const middle = Math.floor(bytes.length / 2)
      fs.writeFileSync(flipped, Buffer.from(bytes).fill((bytes[middle] ?? 0) ^ 1, middle, middle + 1))
      const short = path.join(inFolder(), 'short.backup')
      fs.writeFileSync(short, bytes.subarray(0, bytes.length - 40))
      const moved = await rewritten(good, (text) => text.replace(/(\n\\\.\n)(#table \{"name":"Person")/, '\n$1$2'))
      const fewer = await rewritten(good, (text) => text.replace(/\nper_odd[^\n]*\n/, '\n'))
      const endless = await rewritten(good, (text) => text.slice(0, text.lastIndexOf('#end')))
      const target = await bareDatabase()

      for (const file of [flipped, short, moved, fewer, endless]) {
        await expect(loadBackup(file, target), file).rejects.toThrow(/damaged/)
      }
      expect(await askDatabase(target, `SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).toEqual([])
    })

    test('a database that is in use, and leaves it as it was', async () => {
      const before = await contentOf(url, 'Person')

      await expect(loadBackup(good, url)).rejects.toThrow(/not empty/)

      expect(await contentOf(url, 'Person')).toBe(before)
    })

    test.each(['first_store', 'replaced_payments'])(
      'a schema that this release does not have (another %s)',
      async (name) => {
        const target = await bareDatabase()
        const first = (text: string) => text.slice(0, text.indexOf('\n') + 1)
        const sha = (text: string) => createHash('sha256').update(first(text)).digest('hex')
        const later = await rewritten(good, (text) => {
          const changed = text.replace(name, 'next_store')

          return changed.replace(sha(text), sha(changed))
        })

        expect((await checkBackup(later)).head.migrations.map((made) => made.name).join()).toContain('next_store')
        await expect(loadBackup(later, target)).rejects.toThrow(/next_store/)
        expect(await askDatabase(target, `SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).toEqual([])
      },
    )

    test('a database whose schema is ahead of the backup', async () => {
      const target = await ownDatabase()
      const ahead = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES ('x', 'x', $$29990101000000_later$$, now())`
      await askDatabase(target, ahead)

      await expect(loadBackup(good, target)).rejects.toThrow(/newer than the backup/)
    })
  })

  describe('the commands', () => {
    test('write a file, check it and restore it', async () => {
      const [target, to, dataDir] = [await bareDatabase(), inFolder(), inFolder()]
      const own = { ...process.env, ENV_FILE: 'off', DATA_DIR: dataDir, STORE_MODE: 'trial' }

      const made = await run('node', ['scripts/backup.mjs', '--to', to], { env: own })
      const [name] = fs.readdirSync(to)
      const file = path.join(to, name ?? '')
      const checked = await run('node', ['scripts/restore.mjs', file, '--check'], { env: own })
      const restored = await run('node', ['scripts/restore.mjs', file], { env: { ...own, DATABASE_URL: target } })

      await expect(
        run('node', ['scripts/restore.mjs', file], { env: { ...own, DATABASE_URL: target } }),
      ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('not empty') })
      expect(name).toMatch(/^landfall-\d{8}T\d{6}Z\.backup$/)
      const verified = await run('node', ['scripts/backup.mjs', 'verify', file], { env: own })
      expect(made.stdout).toContain('Not in it: DATA_KEYS')
      expect(verified.stdout).toContain('Restored into a throw-away database and counted')
      expect(checked.stdout).toContain('The backup is whole')
      expect(restored.stdout).toContain('recovery mode')
    })
  })

  /** The promises of another database, judged by the store's own code. */
  async function breachesOf(address: string): Promise<unknown[]> {
    await closeDatabase()
    process.env.DATABASE_URL = address
    forgetEnvironment()
    try {
      return await checkInvariants()
    } finally {
      await closeDatabase()
      process.env.DATABASE_URL = url
      forgetEnvironment()
    }
  }
})

describe('kept backups', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-backups-'))
  const inFolder = () => fs.mkdtempSync(path.join(folder, 'case-'))

  const sale = duringTests(startSale)
  let url: string

  beforeAll(async () => {
    url = sale.shop.settings.DATABASE_URL ?? ''
  })

  afterAll(async () => {
    fs.rmSync(folder, { recursive: true, force: true })
  })

  describe('rows that somebody held while the backup was made', () => {
    test('are free and due in the restored store: nobody waits for the leases of the dead', async () => {
      const { itemId } = await order()
      await db().orderItem.update({
        where: { id: itemId },
        data: {
          leaseOwner: 'gone',
          leaseUntil: new Date(Date.now() + 120_000),
          nextActionAt: new Date(Date.now() + 120_000),
        },
      })
      const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId }, select: { epoch: true } })
      const target = await bareDatabase()
      await loadBackup((await writeBackup(url, inFolder())).file, target)

      const [row] = await askDatabase<object>(
        target,
        `SELECT "leaseOwner", "leaseUntil", "epoch", "nextActionAt" <= now() AS "isDue" FROM "Line" WHERE "id" = '${itemId}'`,
      )

      expect(row).toEqual({ leaseOwner: null, leaseUntil: null, epoch: epoch + 1, isDue: true })
      await db().orderItem.update({ where: { id: itemId }, data: { leaseOwner: null, leaseUntil: null } })
    })
  })

  describe('an encrypted backup', () => {
    const keysOf = (text: string) => ({
      recipient: /age1\w+/.exec(text)?.[0] ?? '',
      identity: text.trim().split('\n')[1] ?? '',
    })

    test('says nothing without its key, is verified with it, and tells the release that made it', async () => {
      const [own, other] = [keysOf(await makeKey()), keysOf(await makeKey())]
      const { file, tables } = await writeBackup(url, inFolder(), [own.recipient, other.recipient])

      expect(file).toMatch(/\.backup\.age$/)
      expect(fs.readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
      await expect(checkBackup(file)).rejects.toThrow(/encrypted: name the file/)
      await expect(checkBackup(file, [keysOf(await makeKey()).identity])).rejects.toThrow('None of the keys')
      expect((await checkBackup(file, [other.identity])).head.release).toBe(RELEASE.version)
      const rows = tables.reduce((sum, one) => sum + one.rows, 0)
      expect((await verifyBackup(file, [own.identity])).restored).toEqual({ tables: tables.length, rows })
    })

    test('with one byte changed is told damaged', async () => {
      const { recipient, identity } = keysOf(await makeKey())
      const { file } = await writeBackup(url, inFolder(), [recipient])
      const bytes = fs.readFileSync(file)
      const at = bytes.length - 100
      fs.writeFileSync(file, Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 1, at, at + 1))

      await expect(checkBackup(file, [identity])).rejects.toThrow(/damaged/)
    })
  })

  describe('backups by the clock', () => {
    test('are made when one is due, by one of two processes, and not again before the time is over', async () => {
      await db().setting.deleteMany({ where: { key: 'backup.made' } })
      const target = inFolder()
      let runs = 0
      const run = async () => {
        runs += 1
        const { madeAt } = await writeBackup(url, target)
        await noteBackup(url, madeAt)

        return 0
      }
      const check = () => backUpIfDue({ url, everyHours: 24, run })

      expect((await Promise.all([check(), check()])).sort()).toEqual(['made', 'not due'])
      expect(await check()).toBe('not due')
      await noteBackup(url, new Date(Date.now() - 25 * 3_600_000).toISOString())
      expect(await backUpIfDue({ url, everyHours: 24, run: async () => 1 })).toBe('failed')
      expect(runs).toBe(1)
    })

    test('under way when the store stops are ended with it, and leave nothing behind', async () => {
      await db().setting.deleteMany({ where: { key: 'backup.made' } })
      const BACKUP_DIR = inFolder()
      const dataDir = inFolder()
      const given = { DATABASE_URL: url, DATA_DIR: dataDir, ENV_FILE: 'off', STORE_MODE: 'trial' }
      const env = { ...process.env, ...given, BACKUP_EVERY_HOURS: '24', BACKUP_DIR }
      const running: { stop: () => Promise<void> }[] = []
      const holder = new pg.Client({ connectionString: url })
      await holder.connect()
      await holder.query('BEGIN; LOCK TABLE "SkuSlug" IN ACCESS EXCLUSIVE MODE')

      keepBackups({ settings: { dataDir }, env, say: () => {}, running, root: process.cwd() })
      await expect.poll(() => fs.readdirSync(BACKUP_DIR)).toEqual([expect.stringMatching(/\.part$/)])
      await running[0]?.stop()

      await expect.poll(() => fs.readdirSync(BACKUP_DIR)).toEqual([])
      await holder.end()
      await expect
        .poll(() => askDatabase(url, "SELECT FROM pg_stat_activity WHERE application_name LIKE 'backup%'"))
        .toEqual([])
    })

    test('leave the folder after their time, the newest one never', () => {
      const kept = inFolder()
      const names = ['20260101T000000Z.backup', '20260201T000000Z.backup.age', '20260301T000000Z.backup'].map(
        (n) => `landfall-${n}`,
      )
      // A process that was killed left the first of these; the second is being written.
      const halves = ['20260228T000000Z.backup.part', '20260301T230000Z.backup.age.part'].map((n) => `landfall-${n}`)
      for (const name of [...names, ...halves, 'notes.txt', 'landfall-old.backup'])
        fs.writeFileSync(path.join(kept, name), '')

      expect(deleteOldBackups(kept, 35, Date.UTC(2026, 2, 2))).toEqual([names[0]])
      expect(fs.readdirSync(kept).filter((name) => name.endsWith('.part'))).toEqual([halves[1]])
      expect(deleteOldBackups(kept, 35, Date.UTC(2027, 0, 1))).toEqual([names[1]])
      expect(fs.readdirSync(kept).sort()).toEqual([names[2], 'landfall-old.backup', 'notes.txt'].sort())
    })
  })
})

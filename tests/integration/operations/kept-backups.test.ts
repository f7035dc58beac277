import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { makeKey } from '#scripts/backup/age.ts'
import { loadBackup } from '#scripts/backup/load-backup.ts'
import { noteBackup } from '#scripts/backup/note-backup.ts'
import { checkBackup } from '#scripts/backup/read-backup.ts'
import { deleteOldBackups } from '#scripts/backup/settings.mjs'
import { verifyBackup } from '#scripts/backup/verify-backup.ts'
import { writeBackup } from '#scripts/backup/write-backup.ts'
import { RELEASE } from '#scripts/release.mjs'
import { backUpIfDue } from '#scripts/store/backup-clock.mjs'
import { bareDatabase } from '#tests/support/own-database.ts'
import { order, type Sale, startSale } from '#tests/support/sale.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-backups-'))
const inFolder = () => fs.mkdtempSync(path.join(folder, 'case-'))

let sale: Sale
let url: string

beforeAll(async () => {
  sale = await startSale()
  url = sale.shop.settings.DATABASE_URL ?? ''
})

afterAll(async () => {
  await sale.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function ask<Row>(address: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}

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

    const [row] = await ask<object>(
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
    const look = () => backUpIfDue({ url, everyHours: 24, run })

    expect((await Promise.all([look(), look()])).sort()).toEqual(['made', 'not due'])
    expect(await look()).toBe('not due')
    await noteBackup(url, new Date(Date.now() - 25 * 3_600_000).toISOString())
    expect(await backUpIfDue({ url, everyHours: 24, run: async () => 1 })).toBe('failed')
    expect(runs).toBe(1)
  })

  test('leave the folder after their time, the newest one never', () => {
    const kept = inFolder()
    const names = ['20260101T000000Z.backup', '20260201T000000Z.backup.age', '20260301T000000Z.backup'].map(
      (n) => `landfall-${n}`,
    )
    for (const name of [...names, 'notes.txt', 'landfall-old.backup']) fs.writeFileSync(path.join(kept, name), '')

    expect(deleteOldBackups(kept, 35, Date.UTC(2026, 2, 2))).toEqual([names[0]])
    expect(deleteOldBackups(kept, 35, Date.UTC(2027, 0, 1))).toEqual([names[1]])
    expect(fs.readdirSync(kept).sort()).toEqual([names[2], 'landfall-old.backup', 'notes.txt'].sort())
  })
})

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { findTotpSecret, saveTotp } from '#lib/auth/repository/factors.ts'
import { rotateKeys } from '#lib/core/commands/rotate-keys.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { encryptValue, openValue } from '#lib/core/repository/encrypted.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { addEsims, placeOf } from '#lib/esims/repository/esims.ts'
import { addPushKeys, addPushSubscription, findPushKeys, findPushTarget } from '#lib/mail/repository/push.ts'
import { findSession } from '#lib/provider/repository/provider-session.ts'
import { ENCRYPTED_COLUMNS, requireDataKeys } from '#scripts/store/data-keys.ts'
import { subscribeBrowser } from '#tests/support/push-service.ts'
import { changeSettings, duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

const CODES = process.env.FULL ? 10_000 : 1_000
const OLD = `old:${randomBytes(32).toString('base64')}`
const NEW = `new:${randomBytes(32).toString('base64')}`
const BOTH = `${NEW},${OLD}`
const BROWSER = subscribeBrowser({ url: 'https://fcm.googleapis.com' }).target
const codeOf = (id: string) => `LPA:1$smdp.example$${id.toUpperCase()}`

const shop = duringTests(() => startShop({ DATA_KEYS: OLD }))
let sold: Awaited<ReturnType<typeof addSoldOrder>>
let staffId: string

beforeAll(async () => {
  sold = await addSoldOrder()
  await db().esim.update({ where: { id: sold.esimId }, data: { sealedCode: null } })
  await addCodes(CODES, 1)
  staffId = (await addStaff('owner')).staffId
  await saveTotp({ staffId }, { secret: 'JBSWY3DPEHPK3PXP', lastStep: 0 }, db())
  const place = { table: 'UpstreamSession', id: 'main', field: 'sealedToken' }
  await db().providerSession.update({ where: { id: 'main' }, data: { sealedToken: encryptValue('token', place) } })
  await addPushKeys({ publicKey: 'public', privateKey: 'private' })
  await addPushSubscription(sold.id, BROWSER)
})

async function addCodes(count: number, from: number): Promise<void> {
  const { itemId, orderNum } = sold
  const facts = { itemId, orderNum, priceShareMinor: 1, codeIssue: null, activateBefore: null, travellerName: null }
  const esims = Array.from({ length: count }, (_, n) => {
    const id = newId('crd')

    return { ...facts, id, iccid: String(8_948_000_000_000_000_000n + BigInt(from + n)), position: 1, code: codeOf(id) }
  })
  for (let at = 0; at < count; at += 1_000) await transaction((tx) => addEsims(esims.slice(at, at + 1_000), tx))
}

const encryptedWith = async (id: string) => {
  const rows = await db().esim.findMany({ where: { sealedCode: { not: null } }, select: { sealedCode: true } })

  return rows.filter(({ sealedCode }) => Buffer.from(sealedCode ?? []).includes(id)).length
}

/** How many eSIMs open with the keys of this moment, each with its own code. */
async function opened(): Promise<number> {
  const rows = await db().esim.findMany({ where: { sealedCode: { not: null } } })

  return rows.filter(({ id, sealedCode }) => openValue(sealedCode ?? new Uint8Array(), placeOf(id)) === codeOf(id))
    .length
}

const command = ['--conditions=react-server', 'scripts/keys-rotate.ts']

test('a rotation that only looks says what there is to do, and changes nothing', async () => {
  changeSettings({ DATA_KEYS: BOTH })

  const { stdout } = await promisify(execFile)(process.execPath, [...command, '--dry-run'], { env: process.env })

  expect(stdout).toContain(`activation codes: ${CODES}, ${CODES} to be sealed anew, 0 unreadable`)
  expect(await encryptedWith('new')).toBe(0)
})

test('D41 killed in the middle while the store sells, a rotation goes on: every code opens, with the new key alone', {
  timeout: 300_000,
}, async () => {
  const child: ChildProcess = spawn(process.execPath, command, { env: process.env, stdio: 'ignore' })
  await expect.poll(() => encryptedWith('new'), { timeout: 60_000, interval: 20 }).toBeGreaterThan(0)
  child.kill('SIGKILL')
  const done = await encryptedWith('new')

  const [report] = await Promise.all([rotateKeys({ isDryRun: false }), addCodes(20, CODES + 1)])

  expect(report.codes.resealed).toBeLessThanOrEqual(CODES - done + 20)
  expect(report).toMatchObject({ codes: { unreadableCount: 0 }, apps: { resealed: 1 }, session: { resealed: 1 } })
  expect(report).toMatchObject({ pushKey: { resealed: 1 }, browsers: { resealed: 1 } })
  changeSettings({ DATA_KEYS: NEW })
  expect(await opened()).toBe(CODES + 20)
  expect(await findTotpSecret({ staffId })).toBe('JBSWY3DPEHPK3PXP')
  expect((await findSession()).token).toBe('token')
  expect(await findPushKeys()).toEqual({ publicKey: 'public', privateKey: 'private' })
  const { id } = await db().pushSubscription.findFirstOrThrow()
  expect(await findPushTarget(id)).toEqual(BROWSER)
  expect((await rotateKeys({ isDryRun: false })).codes).toMatchObject({ resealed: 0, unreadableCount: 0 })
})

test('what no key opens is named and left alone', async () => {
  const bytes = encryptValue('somewhere else', placeOf('another'))
  await db().esim.update({ where: { id: sold.esimId }, data: { sealedCode: bytes } })

  expect((await rotateKeys({ isDryRun: false })).codes).toMatchObject({
    unreadableCount: 1,
    unreadable: [sold.esimId],
  })
  await db().esim.update({ where: { id: sold.esimId }, data: { sealedCode: null } })
})

test('D25 a store without a key that is in use does not start, and says which one it lacks', async () => {
  const { DATABASE_URL: url = '' } = shop.settings
  const start = (keys: string) => requireDataKeys(url, keys)

  await expect(start(NEW)).resolves.toBeUndefined()
  await expect(start(OLD)).rejects.toThrow('sealed with the key "new"')
  await expect(start(BOTH)).resolves.toBeUndefined()
  const other = randomBytes(32).toString('base64')
  await expect(start(`new:${other}`)).rejects.toThrow('sealed with another key named "new"')
  for (const broken of ['', 'new', 'new:c2hvcnQ=', `${NEW},${NEW}`]) {
    await expect(start(broken)).rejects.toThrow('DATA_KEYS must be id:base64 pairs')
  }
})

test('no column of bytes is forgotten: sealed, or listed here with what it holds instead', async () => {
  const open = { ShopPicture: 'bytes', StaffPasskey: 'publicKey' }
  const columns = await db().$queryRaw<{ table: string; column: string }[]>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'bytea' ORDER BY 1`
  const repository = await readFile('lib/core/repository/encrypted-values.ts', 'utf8')

  expect(columns.map(({ table, column }) => [table, column])).toEqual(
    [...ENCRYPTED_COLUMNS.map(({ table, field }) => [table, field]), ...Object.entries(open)].toSorted(
      ([a = ''], [b = '']) => (a < b ? -1 : 1),
    ),
  )
  for (const { field } of ENCRYPTED_COLUMNS) expect(repository).toContain(`${field}:`)
})

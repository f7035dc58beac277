import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await startShop()
})

afterAll(() => shop.close())

const run = () =>
  promisify(execFile)(process.execPath, ['--conditions=react-server', 'scripts/catalog-sync.ts'], { env: process.env })

test('the command fills an empty shop, says how far it is, and tells visitors on the way', async () => {
  const { stdout } = await run()

  const total = await db().sku.count({ where: { partnerId: null } })
  expect(total).toBeGreaterThan(160)
  expect(stdout).toContain(`${total} of ${total} destinations read, 0 failed`)
  expect(stdout.trim().split('\n').at(-1)).toBe('finished')
  expect((await db().catalogState.findFirstOrThrow()).version).toBeGreaterThan(5)
  expect(await db().planChange.count()).toBe(0)
})

test('the command fails with the reason when the upstream does not let it in', async () => {
  await db().providerSession.updateMany({ data: { nextTryAt: null } })
  process.env.RESELLER_API_PASSWORD = 'wrong'

  const failure = await run().catch((error: unknown) => error)

  expect(failure).toMatchObject({ code: 1, stdout: expect.stringContaining('failed: no_session') })
})

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeKnowsSubject } from '#lib/server/addresses.ts'
import { followRevision, watchCatalog } from '#lib/server/catalog-watch.ts'
import { ownDatabase } from '#tests/support/database-copies.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'

const RAISE = `INSERT INTO "CatalogState" ("id", "version") VALUES (1, 1)
  ON CONFLICT ("id") DO UPDATE SET "version" = "CatalogState"."version" + 1`

async function start() {
  const url = await ownDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const versions: number[] = []
  const watch = watchCatalog(url, (version) => versions.push(version))
  onTestFinished(async () => {
    await watch.stop()
    await client.end()
  })
  await vi.waitFor(() => expect(versions.length).toBeGreaterThan(0), PATIENCE_MS)

  return { url, client, versions }
}

test('hears of a new catalogue as soon as it is announced', async () => {
  const { client, versions } = await start()

  await client.query(RAISE)
  await client.query("SELECT pg_notify('catalog', 'x')")

  await vi.waitFor(() => expect(versions.at(-1)).toBe(1), PATIENCE_MS)
})

test('finds what was raised while its connection was gone', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const { client, versions } = await start()

  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE $1 AND pid <> pg_backend_pid()',
    ['%CatalogState%'],
  )
  await client.query(RAISE)

  await vi.waitFor(() => expect(versions.at(-1)).toBe(1), PATIENCE_MS)
})

test('lets Next forget before the kept pages count as outdated, and tries again when that fails', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const steps: string[] = []
  let isDown = true
  const revision = followRevision({
    forget: async () => {
      steps.push(isDown ? 'refused' : 'forgot')
      if (isDown) throw new Error('down')
    },
    outdate: () => steps.push('outdated'),
    allMade: () => null,
  })
  onTestFinished(() => revision.stop())

  revision.moveTo(4)
  await sleep(10)
  expect(steps).toEqual([])
  revision.moveTo(5)
  await sleep(10)
  isDown = false

  await vi.waitFor(() => expect(steps).toEqual(['refused', 'forgot', 'outdated']), PATIENCE_MS)
})

test('knows what the mirror has, former addresses included', async () => {
  const { url, client } = await start()
  await client.query(
    `INSERT INTO "Sku" ("id", "slug", "upstreamName", "regionCode", "shelf") VALUES (1, 'japan', 'Japan', 'JP', 'asia')`,
  )
  await client.query(`INSERT INTO "SkuSlug" ("slug", "skuId") VALUES ('nippon', 1)`)
  const pool = new pg.Pool({ connectionString: url })
  onTestFinished(() => pool.end())
  const knows = makeKnowsSubject(pool)

  const answers = await Promise.all(['japan', 'nippon', 'atlantis'].map((id) => knows({ kind: 'destination', id })))

  expect(answers).toEqual([true, true, false])
  expect(await knows({ kind: 'plan', id: 'pln_1' })).toBe(false)
  expect(await knows({ kind: 'none' })).toBe(true)
  const siteMaps = await Promise.all(['0', '1', '999'].map((id) => knows({ kind: 'site_map', id })))
  expect(siteMaps).toEqual([true, false, false])
  await client.query(
    `INSERT INTO "Sku" ("id", "slug", "upstreamName", "regionCode", "shelf")
    SELECT n, 'place-' || n, 'Place', 'JP', 'asia' FROM generate_series(2, 10000) n`,
  )
  expect(await knows({ kind: 'site_map', id: '1' })).toBe(true)
  expect(await knows({ kind: 'site_map', id: '2' })).toBe(false)
})

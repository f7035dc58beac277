import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '#lib/core/http/route.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { ownRequest, startHttpWorld } from '#tests/support/http-world.ts'

let world: Awaited<ReturnType<typeof startHttpWorld>>

beforeAll(async () => {
  world = await startHttpWorld()
})
afterAll(() => world.close())

const WAYS = [
  ['a statement', () => db().rateLimit.deleteMany()],
  ['a statement of our own', () => db().$executeRaw`DELETE FROM "RateLimit"`],
  ['a transaction', () => transaction((tx) => tx.rateLimit.deleteMany())],
  ['a transaction with a statement of our own', () => transaction((tx) => tx.$executeRaw`DELETE FROM "RateLimit"`)],
] as const

/** Runs `act` on a database that refuses one kind of write with a state of the server's own. */
async function whileRefused<Result>(state: string, act: () => Promise<Result>): Promise<Result> {
  await db().$executeRawUnsafe(
    `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'secret of the server' USING ERRCODE = '${state}'; END $$`,
  )
  await db().$executeRawUnsafe(
    'CREATE OR REPLACE TRIGGER refuse BEFORE DELETE ON "RateLimit" FOR EACH STATEMENT EXECUTE FUNCTION refuse()',
  )
  try {
    return await act()
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

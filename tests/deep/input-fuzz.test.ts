import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetEnvironment } from '#lib/core/env.ts'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { openWorld } from '#scripts/chaos/world.mjs'
import { ensureBuild } from '#scripts/store/build.mjs'
import { ROOT } from '#scripts/store/supervisor.mjs'
import { sampleRequests } from '#tests/support/fuzz/requests.ts'
import { sendRaw } from '#tests/support/fuzz/send-raw.ts'
import { dress, enterAll } from '#tests/support/fuzz/senders.ts'

const COUNT = Number(process.env.FUZZ_REQUESTS ?? 50_000)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const AT_ONCE = 8
/** Acts end sessions: everybody comes in anew after so many requests. */
const ROUND = 1_000

let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  const say = () => undefined
  await ensureBuild({ root: ROOT, ...(process.env.NEXT_DIST_DIR ? { distDir: process.env.NEXT_DIST_DIR } : {}), say })
  world = await openWorld({
    drive: 'http',
    timeScale: 1,
    workers: 0,
    say,
    onDeath: say,
    isCuttable: false,
    settings: { LOG_LEVEL: 'error' },
  })
  Object.assign(process.env, world.direct)
  forgetEnvironment()
}, 1_200_000)

afterAll(async () => {
  await closeDatabase()
  await world.close()
})

/** Makes the provider know the eSIMs of the orders written by hand: it is no failure of an input that it does not. */
async function makeKnown(cardIds: string[]): Promise<void> {
  for (const [place, id] of cardIds.entries()) {
    const { iccid } = await world.upstream.post('card', { dpId: 11, place })
    await db().card.updateMany({ where: { iccid }, data: { iccid: `89${randomInt(1e9)}${Date.now()}`.slice(0, 19) } })
    await db().card.update({ where: { id }, data: { iccid } })
  }
}

test(`none of ${COUNT} requests with something wrong in them is answered by a failure of ours`, {
  timeout: 7_200_000,
}, async () => {
  const { port, origin } = new URL(world.url)
  const requests = sampleRequests(COUNT, SEED)
  const statuses = new Map<number, number>()
  const failures: string[] = []
  const startedAt = Date.now()
  const report = () => {
    const counted = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
    const total = [...statuses.values()].reduce((sum, times) => sum + times, 0)
    const seconds = Math.round((Date.now() - startedAt) / 1_000)

    return [`${total} requests in ${seconds} s, seed ${SEED}`, ...counted, `failures: ${failures.length}`, ...failures]
  }
  for (let from = 0; from < requests.length; from += ROUND) {
    const senders = await enterAll()
    await makeKnown(Object.values(senders).map(({ ids }) => ids.cardId ?? ''))
    const round = requests.slice(from, from + ROUND)
    const work = async () => {
      for (let one = round.shift(); one; one = round.shift()) {
        const { status, text, isTorn } = await sendRaw(Number(port), dress(one, senders, origin))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        // No answer at all is what a head that is no HTTP may get, and nothing else.
        if (status >= 500 || isTorn)
          failures.push(`${status}${isTorn ? ' torn' : ''} ${one.what} ${text.slice(0, 160)}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (process.env.FUZZ_REPORT) fs.writeFileSync(path.resolve(process.env.FUZZ_REPORT), `${report().join('\n')}\n`)
  }
  console.log(report().slice(0, 30).join('\n'))

  expect(requests).toHaveLength(COUNT)
  expect(failures).toEqual([])
  expect(statuses.get(200) ?? 0).toBeGreaterThan(COUNT / 50)
})

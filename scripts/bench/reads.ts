// How long every list and look-up of the back office takes in the database and through our own code, as JSON.
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { addUpDays } from '#lib/finance/commands/add-up-days.ts'
import { deepestKeys, listReads, type Read } from './lists.ts'
import { statementsOf, timeInServer, watchStatements } from './statements.ts'
import { p95, quantile } from './table.mjs'

const TIMES = 15

watchStatements()
const counted = await db().$queryRaw<{ name: string; rows: number }[]>`
  SELECT relname AS "name", greatest(reltuples, 0)::float8 AS "rows" FROM pg_class
  WHERE relname IN ('Order', 'Line', 'Card', 'OrderEvent', 'AuditEvent') AND relkind = 'r' ORDER BY 1`
const began = performance.now()
const days = await addUpDays()
const kept = { days, seconds: Math.round((performance.now() - began) / 100) / 10 }
const rows = []
for (const read of await listReads()) rows.push(await measure(read))
console.log(JSON.stringify({ counted, kept, rows, keys: await deepestKeys() }))
await closeDatabase()

async function measure({ name, run, firstPage }: Read) {
  let slowest: Awaited<ReturnType<typeof statementsOf>>[number] | undefined
  const whole: number[] = []
  let cpu = 0
  const faults = new Set<string>()
  for (let n = 0; n < TIMES + 3; n++) {
    const began = performance.now()
    const spent = process.cpuUsage()
    const sent = await statementsOf(() => run(n))
    // The first ones warm the connection up.
    if (n < 3) continue
    whole.push(performance.now() - began)
    const { user, system } = process.cpuUsage(spent)
    cpu += (user + system) / 1000 / TIMES
    slowest = sent.filter(({ text }) => /^\s*SELECT/i.test(text)).toSorted((a, b) => b.ms - a.ms)[0]
    if (sent.some(({ skips }) => skips)) faults.add('OFFSET')
    if (sent.some(({ counts }) => counts)) faults.add('count')
  }

  const inServer = slowest ? await timeInServer(slowest) : []

  return {
    name,
    sql: [quantile(inServer, 0.5), p95(inServer)],
    orm: [quantile(whole, 0.5), p95(whole)],
    cpu: Math.round(cpu * 10) / 10,
    faults: [...faults],
    firstPage: firstPage ?? null,
  }
}

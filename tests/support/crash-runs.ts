import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { endLeases, FLOWS, type FlowInput, type Played, playFlow } from '#tests/support/crash-flows.ts'
import { type CrashSale, LOST_COUNT } from '#tests/support/crash-sale.ts'
import { quote } from '#tests/support/quotes.ts'
import { livingOrders, PLAN, paymentLedger, placements, type Sale } from '#tests/support/sale.ts'
import { changeSettings } from '#tests/support/shop.ts'
import { ownedEsim, quoteTopUp, topUpCalls } from '#tests/support/top-ups.ts'

const AT_ONCE = 3
// Two leases of a real shop, and a busy machine.
const PATIENCE_MS = 600_000

/** One place where a flow may die. */
export type Death = { flow: FlowInput['flow']; point: string }

/** How a flow that died went on. `resumedMs` is the time from the death to the first step of another process. */
export type Survived = Death & { resumedMs: number }

/** Every place that the flows pass when nothing goes wrong, found by playing each of them once. */
export async function findDeaths(sale: CrashSale): Promise<Death[]> {
  const inputs = await newInputs(sale, [...FLOWS])
  const runs = await inTurn(inputs, AT_ONCE, async (input) => {
    const { flow } = input
    const { output, end } = await play(input, null)
    if (end !== 0) throw new Error(`The flow "${flow}" did not reach its end: ${output}`)

    return (JSON.parse(output) as string[]).map((point) => ({ flow, point }))
  })

  return FLOWS.flatMap((flow) => runs.flat().filter((death) => death.flow === flow))
}

/** A buyer whose process will die at a place. */
type Planned = { input: FlowInput; point: string }

/** Buyers for these deaths. */
async function planDeaths(sale: CrashSale, deaths: Death[]): Promise<Planned[]> {
  const inputs = await newInputs(
    sale,
    deaths.map(({ flow }) => flow),
  )

  return inputs.map((input, index) => ({ input, point: deaths[index]?.point ?? '' }))
}

/** Each place once, in the first flow that passes it. */
export function onceEach(deaths: Death[]): Death[] {
  return [...new Map(deaths.toReversed().map((death) => [death.point, death])).values()].toReversed()
}

/**
 * Lets processes die at all these places, `atOnce` beside each other, and has others go on.
 *
 * `waits`: a dead process's leases end by themselves, in their own time; otherwise their end is brought forward.
 */
export async function surviveAll(
  sale: CrashSale,
  deaths: Death[],
  { atOnce = AT_ONCE, waits }: { atOnce?: number; waits: boolean },
): Promise<Survived[]> {
  const planned = await planDeaths(sale, deaths)

  return inTurn(planned, atOnce, (one) => survive(sale, { ...one, waits }))
}

async function inTurn<Item, Result>(items: Item[], atOnce: number, work: (item: Item) => Promise<Result>) {
  const queue = [...items]
  const results: Result[] = []
  const runner = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) results.push(await work(item))
  }
  await Promise.all(Array.from({ length: atOnce }, runner))

  return results
}

/** Lets a process die at a place, has another one go on, and checks the books of the outside parties. */
async function survive(sale: CrashSale, { input, point, waits }: Planned & { waits: boolean }): Promise<Survived> {
  const { flow } = input
  const { end, output } = await play(input, point)
  expect(`${flow} ${point} ${end} ${output}`).toBe(`${flow} ${point} SIGKILL `)
  const died = Date.now()
  const before = await findPlayed(input)
  if (before && !waits) await endLeases(before)
  const epoch = before ? await epochOf(before.itemId) : 0
  const going = goOn(input).catch((error: unknown) => {
    throw new Error(`${flow}, killed at "${point}", did not go on.`, { cause: error })
  })
  const resumed = before ? waitForEpoch(before.itemId, epoch, going) : Promise.resolve(Date.now())
  const played = await going
  const resumedMs = Math.max(0, (await resumed) - died)
  await judge(sale, { flow, point, played })

  return { flow, point, resumedMs }
}

/** Where a worker freezes: before its call may leave, in the middle of it, and with the answer in its hands. */
export const FREEZES = [
  { point: 'sent', afterMs: 0 },
  { point: 'sent', afterMs: 40 },
  { point: 'answered', afterMs: 0 },
] as const

/**
 * Freezes a process at a place until another has taken its order further, wakes it again, and checks the books of both
 * outside parties: what it finds in its hands must not become a second order.
 */
export async function outlive(
  sale: CrashSale,
  { input, freeze, waits }: { input: FlowInput; freeze: (typeof FREEZES)[number]; waits: boolean },
): Promise<void> {
  const { point, afterMs } = freeze
  const settings = {
    CRASH_AT: point,
    CRASH_SIGNAL: 'SIGSTOP',
    ...(afterMs > 0 ? { CRASH_AFTER_MS: String(afterMs) } : {}),
  }
  const { pid, ended } = begin(input, settings)
  await expect.poll(() => isStopped(pid), { timeout: 120_000, interval: 50 }).toBe(true)
  const frozen = await findPlayed(input)
  if (!frozen) throw new Error('The process froze before it had an order.')
  if (!waits) {
    // Longer than a call may wait between its note and its first byte.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await endLeases(frozen)
  }
  const going = playFlow(input, { patienceMs: PATIENCE_MS })
  const epoch = await epochOf(frozen.itemId)
  await waitForEpoch(frozen.itemId, epoch, going)
  await expect.poll(() => stateNow(frozen.itemId), { timeout: 120_000, interval: 50 }).not.toBe('PLACING')
  process.kill(pid, 'SIGCONT')
  const played = await going
  await ended
  await judge(sale, { flow: input.flow, point: 'sent', played, mayHaveSent: true })
}

function isStopped(pid: number): boolean {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')

  return stat.replace(/^.*\) /s, '').startsWith('T')
}

/** In this process, except for mails: these are written by a process of their own kind. */
async function goOn(input: FlowInput): Promise<Played> {
  if (input.flow !== 'mail') return playFlow(input, { patienceMs: PATIENCE_MS })
  const { end, output } = await play(input, null)
  expect(`mail ${end} ${output.slice(0, 1)}`).toBe('mail 0 [')
  const played = await findPlayed(input)
  if (!played) throw new Error('The flow "mail" has made no order.')

  return played
}

async function stateNow(itemId: string): Promise<string> {
  return (await db().orderItem.findUniqueOrThrow({ where: { id: itemId }, select: { state: true } })).state
}

/** Buyers for these flows, with quotes that last as long as in a real shop however slowly their processes start. */
export async function newInputs(sale: Sale, flows: Death['flow'][]): Promise<FlowInput[]> {
  const { TIME_SCALE = '1' } = process.env
  changeSettings({ TIME_SCALE: '1' })
  const inputs: FlowInput[] = []
  for (const flow of flows) {
    const key = randomBytes(16).toString('hex')
    inputs.push({ flow, key, email: `${key}@example.com`, ...(await newQuote(sale, flow)) })
  }
  changeSettings({ TIME_SCALE })

  return inputs
}

async function newQuote(sale: Sale, flow: Death['flow']): Promise<Pick<FlowInput, 'quoteId' | 'esimOrderId'>> {
  if (flow !== 'top_up') {
    const { id: quoteId } = await quote(PLAN, { count: flow === 'lost' ? LOST_COUNT : 2 })

    return { quoteId }
  }
  const esim = await ownedEsim(sale)
  const { id: quoteId } = await quoteTopUp(esim)

  return { quoteId, esimOrderId: esim.orderId }
}

type Ended = { end: NodeJS.Signals | number | null; output: string }

function play(input: FlowInput, point: string | null): Promise<Ended> {
  return begin(input, point === null ? {} : { CRASH_AT: point }).ended
}

function begin(input: FlowInput, settings: Record<string, string>): { pid: number; ended: Promise<Ended> } {
  const program =
    input.flow === 'mail'
      ? ['tests/support/mail-child.ts', '/tests/support/crash-child.ts']
      : ['--conditions=react-server', 'tests/support/crash-child.ts']
  const child = spawn('node', program, {
    stdio: ['ignore', 'pipe', process.env.DEBUG ? 'inherit' : 'ignore'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'landfall-compiled'),
      CRASH_FLOW: JSON.stringify(input),
      ...settings,
    },
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })

  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ end: signal ?? code, output }))
  })

  return { pid: child.pid ?? 0, ended }
}

async function findPlayed({ quoteId }: FlowInput): Promise<Played | null> {
  const item = await db().orderItem.findFirst({
    where: { quoteId },
    select: { id: true, itemRef: true, orderId: true, order: { select: { payments: { select: { id: true } } } } },
  })
  if (!item) return null

  return { orderId: item.orderId, itemId: item.id, itemRef: item.itemRef, paymentId: item.order.payments[0]?.id ?? '' }
}

/** Grows with every row of the order that is taken: its item, its payment, its refunds and its returns. */
async function epochOf(itemId: string): Promise<number> {
  const [row] = await db().$queryRaw<{ sum: number }[]>`
    SELECT sum("epoch")::int AS "sum" FROM (
      SELECT "epoch" FROM "Line" WHERE "id" = ${itemId}
      UNION ALL SELECT "epoch" FROM "CancelAttempt" WHERE "lineId" = ${itemId}
      UNION ALL SELECT o."epoch" FROM "Outbox" o JOIN "Line" l ON l."orderId" = o."orderId" WHERE l."id" = ${itemId}
      UNION ALL SELECT p."epoch" FROM "Payment" p JOIN "Line" l ON l."orderId" = p."orderId" WHERE l."id" = ${itemId}
      UNION ALL SELECT r."epoch" FROM "Refund" r JOIN "Payment" p ON p."id" = r."paymentId"
        JOIN "Line" l ON l."orderId" = p."orderId" WHERE l."id" = ${itemId}
    ) AS "row"`

  return row?.sum ?? 0
}

/** When another process takes the first row of the dead one. */
async function waitForEpoch(itemId: string, before: number, going: Promise<unknown>): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  going.then(end, end)
  while (!isOver && (await epochOf(itemId)) === before) await new Promise((resolve) => setTimeout(resolve, 50))

  return Date.now()
}

/** `mayHaveSent`: the process was frozen only, so its call may have left after all. */
type JudgeEnded = Death & { played: Played; mayHaveSent?: boolean }

/** What the provider, the payment provider and the mail server say, whatever the store believes. */
async function judge(sale: CrashSale, { flow, point, played, mayHaveSent }: JudgeEnded): Promise<void> {
  const { itemId, itemRef, orderId, paymentId } = played
  const item = await db().orderItem.findUniqueOrThrow({
    where: { id: itemId },
    select: { state: true, priceMinor: true },
  })
  const what = `${flow} ${point}`
  // A return whose call may have left and shows no effect is asked once more after an hour.
  expect(await db().cancelAttempt.count({ where: { itemId, state: 'HELD' } }), what).toBe(0)
  const isReturned = flow === 'return'
  const isBack = flow === 'void' || flow === 'transfer_back' || isReturned
  // Only a death between the note "sent" and the first byte may end without an eSIM: nobody can know that nothing left.
  const isGivenUp = point === 'sent' && item.state === 'REFUNDED'
  const isKept = !isBack && !isGivenUp
  expect(`${what} ${item.state}`).toBe(`${what} ${isKept ? 'DELIVERED' : isReturned ? 'CANCELLED' : 'REFUNDED'}`)
  expect(livingOrders(sale, itemRef), what).toHaveLength(isKept ? 1 : 0)
  const calls = flow === 'top_up' ? topUpCalls(sale, itemRef) : placements(sale, itemRef)
  const references = calls.map(({ params }) => params.otherItemId)
  expect(new Set(references).size, what).toBe(references.length)
  const all = await db().attempt.findMany({ where: { itemId }, orderBy: { n: 'asc' } })
  const story = `${what}: ${all.map((attempt) => `${attempt.state} ${attempt.code} ${attempt.reason}`).join(', ')}`
  // A token that another process renewed meanwhile is refused before anything is bought: that call does not count.
  const refused = all.filter(({ reason }) => reason === 'session_expired')
  // On a busy machine the time between the note and the call runs out: then nothing leaves, and the next attempt counts.
  const attempts = all.filter(({ reason }) => reason !== 'session_expired' && reason !== 'not_sent')
  expect(references.length, story).toBeLessThanOrEqual((point === 'sent' ? 2 : 1) + refused.length)
  const believed = point === 'prepared' ? 'NOT_SENT' : point === 'sent' ? 'ABSENT' : 'ACCEPTED'
  const isNeverAsked = flow === 'void' || flow === 'transfer_back'
  if (!mayHaveSent) expect(attempts[0]?.state, story).toBe(isNeverAsked ? undefined : believed)
  const payment = await db().payment.findUniqueOrThrow({ where: { id: paymentId } })
  const kept = payment.capturedMinor - payment.refundedMinor
  expect(`${what} ${kept}`).toBe(`${what} ${isKept ? item.priceMinor : 0}`)
  if (flow === 'mail') await judgeMails(sale, { orderId, isTwiceAllowed: point === 'mail_sent' })
  if (payment.provider !== 'test') return
  const { payments, captures, refunds } = await paymentLedger(sale)
  const there = payments.find(({ sessionId }) => sessionId === payment.sessionId)
  const own = <Row extends { paymentId: string }>(rows: Row[]) => rows.filter((row) => row.paymentId === there?.id)
  expect((there?.captured ?? 0) - (there?.refunded ?? 0), what).toBe(kept)
  expect(own(captures).length, what).toBe(flow === 'void' || isGivenUp ? 0 : 1)
  expect(own(refunds).length, what).toBe(isReturned ? 1 : 0)
}

/** Each mail has arrived once; the one behind which the process died twice, under the same id. */
async function judgeMails(
  { sink }: CrashSale,
  { orderId, isTwiceAllowed }: { orderId: string; isTwiceAllowed: boolean },
): Promise<void> {
  const rows = await db().outbox.findMany({ where: { orderId }, select: { id: true, state: true } })
  const { person } = await db().order.findUniqueOrThrow({ where: { id: orderId }, select: { person: true } })
  const response = await fetch(`${sink.url}/_control/mails?to=${encodeURIComponent(person.email)}`)
  const { mails } = (await response.json()) as { mails: { headers: Record<string, string> }[] }
  const ids = mails.map(({ headers }) => /<([^@]+)@/.exec(headers['message-id'] ?? '')?.[1])
  expect(rows.map(({ state }) => state)).toEqual(['SENT', 'SENT'])
  expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)))
  expect(ids.length).toBe(rows.length + (isTwiceAllowed ? 1 : 0))
}

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { db } from '#lib/db/client.ts'
import { endLeases, FLOWS, type FlowInput, type Played, playFlow } from '#tests/support/crash-flows.ts'
import { quote } from '#tests/support/quotes.ts'
import { livingOrders, PLAN, paymentLedger, placements, type Sale } from '#tests/support/sale.ts'
import { changeSettings } from '#tests/support/shop.ts'

/** One place where a flow may die. */
export type Death = { flow: FlowInput['flow']; point: string }

/** How a flow that died went on. `resumedMs` is the time from the death to the first step of another process. */
export type Survived = Death & { resumedMs: number }

/** The settings of a shop whose flows can be played: both ways to pay. */
export const CRASH_SETTINGS = {
  BANK_TRANSFER_HOLDER: 'Landfall Ltd',
  BANK_TRANSFER_ACCOUNT: 'DE00 1234',
  PAYMENT_PROVIDERS: 'test,bank_transfer',
}

/** Every place that the flows pass when nothing goes wrong, found by playing each of them once. */
export async function findDeaths(): Promise<Death[]> {
  const inputs = await newInputs([...FLOWS])
  const runs = await Promise.all(
    inputs.map(async (input) => {
      const { flow } = input
      const { output, end } = await play(input, null)
      if (end !== 0) throw new Error(`The flow "${flow}" did not reach its end: ${output}`)

      return (JSON.parse(output) as string[]).map((point) => ({ flow, point }))
    }),
  )

  return runs.flat()
}

/** A buyer whose process will die at a place. */
export type Planned = { input: FlowInput; point: string }

/** Buyers for these deaths. */
export async function planDeaths(deaths: Death[]): Promise<Planned[]> {
  const inputs = await newInputs(deaths.map(({ flow }) => flow))

  return inputs.map((input, index) => ({ input, point: deaths[index]?.point ?? '' }))
}

/** Each place once, in the first flow that passes it. */
export function onceEach(deaths: Death[]): Death[] {
  return [...new Map(deaths.toReversed().map((death) => [death.point, death])).values()].toReversed()
}

/**
 * Lets a process die at a place, has another one go on, and checks the books of both outside parties.
 *
 * `waits`: the dead process's leases end by themselves, in their own time; otherwise their end is brought forward.
 */
export async function survive(sale: Sale, { input, point, waits }: Planned & { waits: boolean }): Promise<Survived> {
  const { flow } = input
  const { end, output } = await play(input, point)
  expect(`${flow} ${point} ${end} ${output}`).toBe(`${flow} ${point} SIGKILL `)
  const died = Date.now()
  const before = await findPlayed(input)
  if (before && !waits) await endLeases(before)
  const epoch = before ? await epochOf(before.lineId) : 0
  const going = playFlow(input, { patienceMs: 240_000 })
  const resumed = before ? waitForEpoch(before.lineId, epoch, going) : Promise.resolve(Date.now())
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
  sale: Sale,
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
  const going = playFlow(input, { patienceMs: 240_000 })
  const epoch = await epochOf(frozen.lineId)
  await waitForEpoch(frozen.lineId, epoch, going)
  await expect.poll(() => stateNow(frozen.lineId), { timeout: 120_000, interval: 50 }).not.toBe('PLACING')
  process.kill(pid, 'SIGCONT')
  const played = await going
  await ended
  await judge(sale, { flow: input.flow, point: 'sent', played })
}

function isStopped(pid: number): boolean {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')

  return stat.replace(/^.*\) /s, '').startsWith('T')
}

async function stateNow(lineId: string): Promise<string> {
  return (await db().line.findUniqueOrThrow({ where: { id: lineId }, select: { state: true } })).state
}

/** Buyers for these flows, with quotes that last as long as in a real shop however slowly their processes start. */
export async function newInputs(flows: Death['flow'][]): Promise<FlowInput[]> {
  const { TIME_SCALE = '1' } = process.env
  changeSettings({ TIME_SCALE: '1' })
  const inputs: FlowInput[] = []
  for (const flow of flows) {
    const key = randomBytes(16).toString('hex')
    const { id: quoteId } = await quote(PLAN, { count: 2 })
    inputs.push({ flow, quoteId, key, email: `${key}@example.com` })
  }
  changeSettings({ TIME_SCALE })

  return inputs
}

type Ended = { end: NodeJS.Signals | number | null; output: string }

function play(input: FlowInput, point: string | null): Promise<Ended> {
  return begin(input, point === null ? {} : { CRASH_AT: point }).ended
}

function begin(input: FlowInput, settings: Record<string, string>): { pid: number; ended: Promise<Ended> } {
  const child = spawn('node', ['--conditions=react-server', 'tests/support/crash-child.ts'], {
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
  const line = await db().line.findFirst({
    where: { quoteId },
    select: { id: true, lineRef: true, orderId: true, order: { select: { payments: { select: { id: true } } } } },
  })
  if (!line) return null

  return { orderId: line.orderId, lineId: line.id, lineRef: line.lineRef, paymentId: line.order.payments[0]?.id ?? '' }
}

/** Grows with every row of the order that is taken: its line, its payment, its refunds and its returns. */
async function epochOf(lineId: string): Promise<number> {
  const [row] = await db().$queryRaw<{ sum: number }[]>`
    SELECT sum("epoch")::int AS "sum" FROM (
      SELECT "epoch" FROM "Line" WHERE "id" = ${lineId}
      UNION ALL SELECT "epoch" FROM "CancelAttempt" WHERE "lineId" = ${lineId}
      UNION ALL SELECT p."epoch" FROM "Payment" p JOIN "Line" l ON l."orderId" = p."orderId" WHERE l."id" = ${lineId}
      UNION ALL SELECT r."epoch" FROM "Refund" r JOIN "Payment" p ON p."id" = r."paymentId"
        JOIN "Line" l ON l."orderId" = p."orderId" WHERE l."id" = ${lineId}
    ) AS "row"`

  return row?.sum ?? 0
}

/** When another process takes the first row of the dead one. */
async function waitForEpoch(lineId: string, before: number, going: Promise<unknown>): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  going.then(end, end)
  while (!isOver && (await epochOf(lineId)) === before) await new Promise((resolve) => setTimeout(resolve, 50))

  return Date.now()
}

/** What the upstream and the payment provider say, whatever the store believes. */
async function judge(sale: Sale, { flow, point, played }: Death & { played: Played }): Promise<void> {
  const { lineId, lineRef, paymentId } = played
  const line = await db().line.findUniqueOrThrow({ where: { id: lineId }, select: { state: true, priceMinor: true } })
  const isBack = flow === 'void' || flow === 'transfer_back' || flow === 'return'
  const what = `${flow} ${point}`
  // Only a death between the note "sent" and the first byte may end without a card: nobody can know that nothing left.
  const isGivenUp = point === 'sent' && line.state === 'REFUNDED'
  const isKept = !isBack && !isGivenUp
  expect(`${what} ${line.state}`).toBe(`${what} ${isKept ? 'DELIVERED' : flow === 'return' ? 'CANCELLED' : 'REFUNDED'}`)
  expect(livingOrders(sale, lineRef), what).toHaveLength(isKept ? 1 : 0)
  const references = placements(sale, lineRef).map(({ params }) => params.otherItemId)
  expect(new Set(references).size, what).toBe(references.length)
  expect(references.length, what).toBeLessThanOrEqual(point === 'sent' ? 2 : 1)
  const payment = await db().payment.findUniqueOrThrow({ where: { id: paymentId } })
  const kept = payment.capturedMinor - payment.refundedMinor
  expect(`${what} ${kept}`).toBe(`${what} ${isKept ? line.priceMinor : 0}`)
  if (payment.provider !== 'test') return
  const { payments, captures, refunds } = await paymentLedger(sale)
  const there = payments.find(({ sessionId }) => sessionId === payment.sessionId)
  const own = <Row extends { paymentId: string }>(rows: Row[]) => rows.filter((row) => row.paymentId === there?.id)
  expect((there?.captured ?? 0) - (there?.refunded ?? 0), what).toBe(kept)
  expect(own(captures).length, what).toBe(flow === 'void' || isGivenUp ? 0 : 1)
  expect(own(refunds).length, what).toBe(flow === 'return' ? 1 : 0)
}

import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#lib/db/client.ts'
import { checkInvariants } from '#lib/services/check-invariants.ts'
import type { CrashPoint } from '#lib/services/fulfil-line/crash-point.ts'
import {
  livingOrders,
  order,
  pay,
  paymentLedger,
  placements,
  type Sale,
  startSale,
  workUntil,
} from '#tests/support/sale.ts'

let sale: Sale

beforeAll(async () => {
  // Half an hour is six seconds, and so is the shortest lease.
  sale = await startSale({ TIME_SCALE: '300' })
  const proof = await order()
  await pay(sale, proof)
  await workUntil(proof.lineId, ['DELIVERED'])
})

afterAll(() => sale.close())

/** Runs a worker of its own until it dies at the point. Returns the signal that ended it. */
function workAndDie(point: CrashPoint): Promise<NodeJS.Signals | number | null> {
  const child = spawn('node', ['--conditions=react-server', 'tests/support/worker-child.ts'], {
    stdio: 'ignore',
    env: { ...process.env, CRASH_AT: point },
  })

  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)))
}

const POINTS: CrashPoint[] = [
  'prepared',
  'sent',
  'answered',
  'placed',
  'capturing',
  'captured',
  'deliverable',
  'delivered',
]

describe('D3 a worker killed', () => {
  test.each(POINTS)(
    'at "%s" leaves one order or none, and all money explained',
    { timeout: 150_000 },
    async (point) => {
      const started = await order()
      await pay(sale, started)
      expect(await workAndDie(point)).toBe('SIGKILL')

      const state = await workUntil(started.lineId, ['DELIVERED', 'REFUNDED'], 120_000)

      const { captures, payments } = await paymentLedger(sale)
      const payment = payments.find(({ sessionId }) => sessionId === started.sessionId)
      const isBought = state === 'DELIVERED'
      // Only a death between the note "sent" and the first byte may end without a card: nobody can know that nothing left.
      expect(isBought || point === 'sent').toBe(true)
      expect(livingOrders(sale, started.lineRef)).toHaveLength(isBought ? 1 : 0)
      expect(captures.filter(({ paymentId }) => paymentId === payment?.id)).toHaveLength(isBought ? 1 : 0)
      expect(payment?.status).toBe(isBought ? 'captured' : 'voided')
      expect(placements(sale, started.lineRef).length).toBeLessThanOrEqual(1)
      const attempts = await db().attempt.findMany({ where: { lineId: started.lineId }, orderBy: { n: 'asc' } })
      expect(attempts[0]?.state).toBe(firstAttempt(point))
      expect(await checkInvariants()).toEqual([])
    },
  )
})

function firstAttempt(point: CrashPoint): string {
  if (point === 'prepared') return 'NOT_SENT'

  return point === 'sent' ? 'ABSENT' : 'ACCEPTED'
}

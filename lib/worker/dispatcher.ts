import 'server-only'
import { runCancellation } from '#lib/checkout/commands/cancel-order.ts'
import { log } from '#lib/core/log.ts'
import { claimDue, findDueQueues, type Lease, type QueueTable } from '#lib/core/repository/leases.ts'
import { inJob } from '#lib/core/trace.ts'
import { runLine } from '#lib/fulfilment/commands/fulfil-line/run-line.ts'
import { claimer } from '#lib/fulfilment/commands/hold-lease.ts'
import { sendMail } from '#lib/mail/worker/send-mail.ts'
import { runPayment } from '#lib/payments/commands/settle-payment.ts'
import { runRefund } from '#lib/refunds/commands/refund.ts'

/** One queue: how many of its rows this process works on at a time, and how. */
type Queue = { table: QueueTable; most: number; run: (lease: Lease) => Promise<void> }

// Money first: a payment that waits keeps its lines waiting.
const QUEUES: Queue[] = [
  { table: 'Payment', most: 4, run: runPayment },
  // Several times the places for orders in flight: those that have theirs are captured, fetched and delivered beside them.
  { table: 'Line', most: 16, run: runLine },
  { table: 'Refund', most: 2, run: runRefund },
  { table: 'CancelAttempt', most: 2, run: runCancellation },
  { table: 'Outbox', most: 2, run: sendMail },
]

/** Takes what is due and works on it. `sweep` returns when nothing more can be taken; `idle` when all of it is done. */
export type Dispatcher = {
  sweep: () => Promise<void>
  idle: () => Promise<void>
  isBusy: () => boolean
  stop: () => void
}

/** Returns a dispatcher over all queues of the store. */
export function createDispatcher(): Dispatcher {
  const running = new Map<QueueTable, Set<Promise<void>>>(QUEUES.map(({ table }) => [table, new Set()]))
  let isStopped = false
  let sweeping: Promise<void> | null = null
  let isAskedAgain = false

  return {
    sweep,
    idle: async () => {
      await Promise.all([...running.values()].flatMap((tasks) => [...tasks]))
    },
    isBusy: () => sweeping !== null || [...running.values()].some((tasks) => tasks.size > 0),
    stop: () => {
      isStopped = true
    },
  }

  /** Calls during a sweep lead to one more: what became due behind its back is not left for the next second. */
  function sweep(): Promise<void> {
    if (sweeping) {
      isAskedAgain = true

      return sweeping
    }
    sweeping = (async () => {
      do {
        isAskedAgain = false
        // Rows of an older day believe what is no longer true: nothing is done by them before both parties were asked.
        const due = await findDueQueues(QUEUES.map(({ table }) => table))
        for (const queue of QUEUES) if (due.has(queue.table)) await drain(queue)
      } while (isAskedAgain && !isStopped)
    })().finally(() => {
      sweeping = null
    })

    return sweeping
  }

  async function drain({ table, most, run }: Queue): Promise<void> {
    const tasks = running.get(table)
    while (!isStopped && tasks && tasks.size < most) {
      const lease = await claimDue(table, claimer())
      if (!lease) return
      // Whoever woke this process is not who is worked for.
      const trace = { ...(lease.requestId && { requestId: lease.requestId }), jobId: `${lease.id}.${lease.epoch}` }
      const task: Promise<void> = inJob(table, trace, () => run(lease))
        .catch((error: unknown) => log.error('work failed', { kind: table, error }))
        .finally(() => {
          tasks.delete(task)
          // A place is free: whatever waited for one may go on at once.
          if (!isStopped) void sweep().catch((error: unknown) => log.error('sweep failed', { error }))
        })
      tasks.add(task)
    }
  }
}

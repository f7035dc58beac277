import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { renewMail, renewPayment } from '#lib/core/repository/jobs.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import type { RETRIED_QUEUES } from '#lib/operations/rules/admin-audit.ts'

const RENEW = { mails: renewMail, payments: renewPayment }

/** A row of a queue that may be tried again by hand. */
export type Retry = { queue: (typeof RETRIED_QUEUES)[number]; id: string }

/**
 * Has a mail sent again, or a payment asked about, without waiting for its time. Nothing that could buy or pay out twice
 * can be tried again here.
 *
 * Throws `forbidden`, and `conflict` when there is nothing more to do.
 */
export async function retryJob(caller: Caller, { queue, id }: Retry): Promise<void> {
  const staff = requirePermission(caller, 'jobs.retry')
  await transaction(async (tx) => {
    if (!(await RENEW[queue](id, tx)))
      throw new AppError('conflict', 'There is nothing more to do.', { reason: 'done' })
    await recordAudit({ actor: actorOf(staff), role: staff.role, act: 'job.retried', subject: id }, tx)
  })
  wakeWorker()
}

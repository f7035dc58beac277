import 'server-only'
import { claimOne } from '#lib/core/repository/leases.ts'
import { claimer } from '#lib/fulfilment/commands/with-lease.ts'
import { isRecovering } from '#lib/fulfilment/repository/recovery.ts'
import { sendMail } from '#lib/mail/worker/send-mail.ts'
import { watchAlarms } from '#lib/operations/commands/watch-alarms.ts'
import { listDueAlarmMails } from '#lib/operations/repository/alarms.ts'

/**
 * Looks for alarms. While the store asks what it missed its queues stand still, and nobody would hear of that: then the
 * mails about alarms are sent from here.
 */
export async function raiseAlarms(): Promise<void> {
  await watchAlarms()
  if (!(await isRecovering())) return
  for (const id of await listDueAlarmMails()) {
    const lease = await claimOne('Outbox', { ...claimer(), id })
    if (lease) await sendMail(lease)
  }
}

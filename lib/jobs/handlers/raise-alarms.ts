import 'server-only'
import { listDueAlarmMails } from '#lib/db/alarms.ts'
import { claimOne } from '#lib/db/leases.ts'
import { isRecovering } from '#lib/db/recovery.ts'
import { sendMail } from '#lib/jobs/handlers/send-mail.ts'
import { claimer } from '#lib/services/hold-lease.ts'
import { watchAlarms } from '#lib/services/watch-alarms.ts'

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

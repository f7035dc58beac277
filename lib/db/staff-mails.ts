import 'server-only'
import { newId } from '#lib/domain/ids.ts'
import type { StaffMailKind } from '#lib/domain/mail-kinds.ts'
import type { Tx } from './client.ts'

/** A mail to somebody of staff. `subject` is the invitation or the person; the address is read when it leaves. */
export type NewStaffMail = { kind: StaffMailKind; subject: string; locale: string; dedupeKey: string }

/** Queues a mail to somebody of staff, in the transaction that makes it true. */
export async function queueStaffMail({ kind, dedupeKey, ...payload }: NewStaffMail, tx: Tx): Promise<void> {
  // The epoch as due date: a host clock that runs ahead must not delay a mail.
  const data = [{ id: newId('out'), kind, dedupeKey, payload, nextActionAt: new Date(0) }]
  await tx.outbox.createMany({ data, skipDuplicates: true })
}

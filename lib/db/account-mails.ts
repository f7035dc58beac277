import 'server-only'
import { newId } from '#lib/domain/ids.ts'
import type { AccountMailKind } from '#lib/domain/mail-kinds.ts'
import type { Tx } from './client.ts'

/** Queues a mail to a customer about the account, in the transaction that makes it true. */
export async function queueAccountMail(mail: { kind: AccountMailKind; accountId: string }, tx: Tx): Promise<void> {
  const id = newId('out')
  const payload = { subject: mail.accountId }
  // The epoch as due date: a host clock that runs ahead must not delay a mail.
  await tx.outbox.create({
    data: { id, kind: mail.kind, dedupeKey: `${mail.kind}:${id}`, payload, nextActionAt: new Date(0) },
    select: { id: true },
  })
}

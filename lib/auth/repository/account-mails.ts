import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { AccountChange, AccountMailKind } from '#lib/mail/rules/mail-kinds.ts'

type AccountMail =
  | { kind: Exclude<AccountMailKind, 'account_changed'>; accountId: string }
  | { kind: 'account_changed'; accountId: string; change: AccountChange }

/** Queues a mail to a customer about the account, in the transaction that makes it true. */
export async function queueAccountMail({ kind, accountId, ...what }: AccountMail, tx: Tx): Promise<void> {
  const id = newId('out')
  const payload = { subject: accountId, ...what, at: new Date().toISOString() }
  // The epoch as due date: a host clock that runs ahead must not delay a mail.
  await tx.outbox.create({
    data: { id, kind, dedupeKey: `${kind}:${id}`, payload, nextActionAt: new Date(0) },
    select: { id: true },
  })
}

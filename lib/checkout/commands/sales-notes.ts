import 'server-only'
import { salesPaused } from '#lib/checkout/commands/sales-pause.ts'
import { addSalesNote, isResumptionAwaited, takeSalesNotes } from '#lib/checkout/repository/sales-notes.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { queueSalesMail } from '#lib/mail/repository/outbox.ts'

const AT_ONCE = 200

/**
 * Notes that somebody wants a mail, once, when payments are taken again. Resolves with whether they are taken already: then
 * nothing is noted, and the answer is the note.
 *
 * Throws `conflict` with `reason` `unproven` for an address that nobody is signed in with: a stranger could have typed it.
 */
export async function askSalesNote(
  input: { email: string; locale: string },
  { provenEmail }: { provenEmail: string | null },
): Promise<{ isOpen: boolean }> {
  if ((await salesPaused()) === null) return { isOpen: true }
  const email = input.email.trim().toLowerCase()
  if (email !== provenEmail)
    throw new AppError('conflict', 'Nobody is known to read this address.', { reason: 'unproven' })
  await transaction((tx) => addSalesNote({ email, locale: input.locale }, tx))

  return { isOpen: false }
}

/** Mails everybody who waits for payments to be taken again, when they are. Returns how many mails were queued. */
export async function announceSalesResumed(): Promise<number> {
  if (!(await isResumptionAwaited()) || (await salesPaused()) !== null) return 0
  let told = 0
  let queued: number
  do {
    queued = await transaction(async (tx) => {
      const ids = await takeSalesNotes(AT_ONCE, tx)
      for (const id of ids) await queueSalesMail(id, tx)

      return ids.length
    })
    told += queued
  } while (queued === AT_ONCE)
  if (told > 0) wakeWorker()

  return told
}

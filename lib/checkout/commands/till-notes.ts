import 'server-only'
import { tillClosed } from '#lib/checkout/commands/till.ts'
import { addTillNote, isTillAwaited, takeTillNotes } from '#lib/checkout/repository/till-notes.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { queueTillMail } from '#lib/mail/repository/outbox.ts'

const AT_ONCE = 200

/**
 * Notes that somebody wants a mail, once, when payments are taken again. Resolves with whether they are taken already: then
 * nothing is noted, and the answer is the note.
 *
 * Throws `conflict` with `reason` `unproven` for an address that nobody is signed in with: a stranger could have typed it.
 */
export async function askTillNote(
  input: { email: string; locale: string },
  { provenEmail }: { provenEmail: string | null },
): Promise<{ isOpen: boolean }> {
  if ((await tillClosed()) === null) return { isOpen: true }
  const email = input.email.trim().toLowerCase()
  if (email !== provenEmail)
    throw new AppError('conflict', 'Nobody is known to read this address.', { reason: 'unproven' })
  await transaction((tx) => addTillNote({ email, locale: input.locale }, tx))

  return { isOpen: false }
}

/** Mails everybody who waits for payments to be taken again, when they are. Returns how many mails were queued. */
export async function tellTillOpen(): Promise<number> {
  if (!(await isTillAwaited()) || (await tillClosed()) !== null) return 0
  let told = 0
  let queued: number
  do {
    queued = await transaction(async (tx) => {
      const ids = await takeTillNotes(AT_ONCE, tx)
      for (const id of ids) await queueTillMail(id, tx)

      return ids.length
    })
    told += queued
  } while (queued === AT_ONCE)
  if (told > 0) wakeWorker()

  return told
}

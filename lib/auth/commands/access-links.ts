import 'server-only'
import {
  ensureAccount,
  findAccount,
  findAccountByEmail,
  isKnownAddress,
  queueAccountMail,
} from '#lib/auth/repository/accounts.ts'
import { findTokenSubject, spendToken } from '#lib/auth/repository/links.ts'
import { findStaff, findStaffByEmail, setPassword } from '#lib/auth/repository/staff.ts'
import { afterAnswer } from '#lib/core/commands/after-answer.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { newToken } from '#lib/core/rules/ids.ts'
import { queueStaffMail } from '#lib/mail/repository/outbox.ts'

/**
 * Asks for a mail with which the bearer of an address sets a new password: somebody who works here, or a customer.
 *
 * Resolves at once and always the same: neither the answer nor its time tells whether anybody has that address.
 */
export async function requestReset(input: { email: string; locale: string }): Promise<void> {
  afterAnswer(mailReset(input), 'reset not mailed')
}

async function mailReset({ email, locale }: { email: string; locale: string }): Promise<void> {
  const wanted = email.trim().toLowerCase()
  const [staff, account] = await Promise.all([findStaffByEmail(wanted), findAccountByEmail(wanted)])
  if (!staff && !account) return
  await transaction(async (tx) => {
    if (staff) {
      const mail = { kind: 'staff_reset', subject: staff.id, locale, dedupeKey: `reset:${newToken()}` } as const
      await queueStaffMail(mail, tx)
      await recordAudit({ actor: 'anonymous', act: 'staff.reset_asked', subject: staff.id }, tx)
    }
    if (account) {
      await queueAccountMail({ kind: 'account_reset', accountId: account.id }, tx)
      await recordAudit({ actor: 'anonymous', act: 'account.reset_asked', subject: account.id }, tx)
    }
  })
  wakeWorker()
}

/** Reads whose password a link resets, `null` when it is used, over or unknown. Nothing is spent. */
export async function readReset(token: string): Promise<{ email: string; name: string } | null> {
  const staffId = await findTokenSubject('password_reset', token)
  const staff = staffId === null ? null : await findStaff(staffId)

  return staff && { email: staff.email, name: staff.name }
}

/**
 * Sets a new password for the bearer of a link and ends every session. The second factor stays: it is asked for at the
 * next sign-in. Throws `gone` for a link that was used, is over or unknown.
 */
export async function resetPassword(token: string, passwordHash: string): Promise<void> {
  await transaction(async (tx) => {
    const staffId = await spendToken('password_reset', token, tx)
    const staff = staffId === null ? null : await setPassword(staffId, passwordHash, tx)
    if (!staff) throw new AppError('gone', 'This link was used, is over or unknown.')
    const by = { actor: `staff:${staff.id}`, role: staff.role, subject: staff.id }
    await recordAudit({ ...by, act: 'staff.password_reset' }, tx)
  })
}

/**
 * Asks for a mail with a link that signs in. One goes to an address that is known here, and to no other: strangers type what
 * they like.
 *
 * Resolves at once and always the same: neither the answer nor its time tells whether the address is known.
 */
export async function requestSignInLink(input: { email: string; locale: string }): Promise<void> {
  afterAnswer(mailLink(input), 'sign-in link not mailed')
}

async function mailLink(input: { email: string; locale: string }): Promise<void> {
  const email = input.email.trim().toLowerCase()
  if (!(await isKnownAddress(email))) return
  await transaction(async (tx) => {
    const account = await ensureAccount({ email, locale: input.locale }, tx)
    await queueAccountMail({ kind: 'account_link', accountId: account.id }, tx)
  })
  wakeWorker()
}

/** Reads which address a link signs in, `null` when it is used, over or unknown. Nothing is spent: mail scanners look too. */
export async function readSignInLink(token: string): Promise<string | null> {
  const accountId = await findTokenSubject('account_sign_in', token)
  const account = accountId === null ? null : await findAccount(accountId)

  return account?.email ?? null
}

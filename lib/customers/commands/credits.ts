import 'server-only'
import { createHash } from 'node:crypto'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { newCreditCode } from '#lib/core/rules/ids.ts'
import { requireCustomer } from '#lib/customers/commands/own-account.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { isSecondNeeded } from '#lib/orders/commands/second-person.ts'
import { mayStill } from '#lib/orders/repository/approvals.ts'
import { storeCurrency } from '#lib/pricing/repository/sale-terms.ts'
import { agreeToCredit, endCredit, findCredit, insertCredit, takeOverCredit } from '#lib/refunds/repository/credits.ts'
import { type CreditForm, parseCreditForm } from '#lib/refunds/rules/customer-credit.ts'

const PERMISSION = 'customers.credit'

/** Money for a customer to spend here, as it was typed in. The same key gives it once. */
export type CreditInput = CreditForm & { personId: string; reason: string; once: { key: string } }

/**
 * Gives a customer a sum to spend here, and tells them by mail. `waiting` means that a second person has to agree first.
 *
 * Throws `forbidden`, `not_found` for whoever never ordered, `bad_input` with the names of wrong fields, `conflict` for an
 * erased person, `conflict` with `reason` `changed` for a key that has given another sum or another end.
 */
export async function giveCredit(caller: Caller, input: CreditInput): Promise<{ outcome: 'waiting' | 'given' }> {
  const staff = requirePermission(caller, PERMISSION)
  const currency = storeCurrency()
  const { terms, problems } = parseCreditForm(input, { currency, now: new Date() })
  if (!terms) throw new AppError('bad_input', `Not accepted: ${problems.join(', ')}.`, { fields: problems })
  const isAgreed = !(await isSecondNeeded(PERMISSION))
  const { personId, reason, once } = input
  const id = `prm_${createHash('sha256').update(`credit:${personId}:${once.key}`).digest('hex').slice(0, 26)}`
  const by = actorOf(staff)
  await transaction(async (tx) => {
    await requireCustomer(personId, tx)
    const credit = { id, code: newCreditCode(), holderId: personId, ...terms, currency, reason, by, isAgreed }
    if (!(await insertCredit(credit, tx))) {
      const { promotion } = await requireCredit(id, tx)
      const isSame =
        promotion.amountMinor === terms.amountMinor && promotion.endsAt?.getTime() === terms.endsAt?.getTime()
      if (!isSame) throw changed()

      return
    }
    const after = { credit: id, amountMinor: terms.amountMinor, currency, endsAt: terms.endsAt?.toISOString() ?? null }
    await recordAudit({ actor: by, role: staff.role, act: 'credit.given', subject: personId, reason, after }, tx)
    if (isAgreed) await tellHolder(id, tx)
  })
  wakeWorker()

  return { outcome: isAgreed ? 'given' : 'waiting' }
}

/**
 * Agrees to a credit that somebody else has given. `waiting` means that whoever gave it may not any more: whoever agrees now
 * is the first, and another one has to agree. Throws `forbidden`, `not_found`, `conflict` with `reason` `own_request` for
 * whoever gave it, `changed` when it was agreed to or ended meanwhile.
 */
export async function agreeCredit(caller: Caller, creditId: string): Promise<{ outcome: 'waiting' | 'given' }> {
  const staff = requirePermission(caller, PERMISSION)
  const by = actorOf(staff)
  const isAlone = !(await isSecondNeeded(PERMISSION))
  const outcome = await transaction(async (tx) => {
    const { holderId, promotion } = await requireCredit(creditId, tx)
    const { createdBy } = promotion
    if (createdBy === by) throw new AppError('conflict', 'Another person has to agree.', { reason: 'own_request' })
    const after = { credit: creditId, amountMinor: promotion.amountMinor, currency: promotion.currency }
    const audited = { actor: by, role: staff.role, subject: holderId }
    if (!isAlone && !(await mayStill(createdBy, PERMISSION, tx))) {
      if (!(await takeOverCredit(creditId, { from: createdBy, by }, tx))) throw changed()
      await recordAudit({ ...audited, act: 'second.asked', after: { act: 'credit', ...after } }, tx)

      return 'waiting'
    }
    if (!(await agreeToCredit(creditId, by, tx))) throw changed()
    await recordAudit({ ...audited, act: 'credit.agreed', after }, tx)
    await tellHolder(creditId, tx)

    return 'given'
  })
  wakeWorker()

  return { outcome }
}

/**
 * Takes back what is left of a credit, for good; orders that hold some of it keep that. Throws `forbidden`, `not_found`,
 * `conflict` with `reason` `changed` when it has been ended.
 */
export async function takeCreditBack(
  caller: Caller,
  { creditId, reason }: { creditId: string; reason: string },
): Promise<void> {
  const staff = requirePermission(caller, PERMISSION)
  const actor = actorOf(staff)
  await transaction(async (tx) => {
    const { holderId } = await requireCredit(creditId, tx)
    if (!(await endCredit(creditId, tx))) throw changed()
    const after = { credit: creditId }
    await recordAudit({ actor, role: staff.role, act: 'credit.ended', subject: holderId, reason, after }, tx)
  })
}

async function tellHolder(creditId: string, tx: Tx): Promise<void> {
  const orderId = (await findCredit(creditId, tx))?.holder.orders[0]?.id
  if (orderId === undefined) return
  await queueMail(tx, { kind: 'credit_given', orderId, dedupeKey: `credit_given:${creditId}`, payload: { creditId } })
}

async function requireCredit(id: string, tx: Tx) {
  const credit = await findCredit(id, tx)
  if (!credit) throw new AppError('not_found', 'There is no such credit.')

  return credit
}

function changed(): AppError {
  return new AppError('conflict', 'Somebody else has acted meanwhile.', { reason: 'changed' })
}

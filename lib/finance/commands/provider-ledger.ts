import 'server-only'
import { env } from '#lib/core/env.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { parseAmountInput } from '#lib/core/rules/amount-input.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { toDecimalText } from '#lib/core/rules/money.ts'
import {
  addTransferEntry,
  confirmCreditEntry,
  findProviderFloor,
  forgetProviderStatus,
} from '#lib/finance/repository/provider-ledger.ts'
import { PROVIDER_FLOOR_KEY as KEY } from '#lib/finance/rules/provider-ledger.ts'
import { lockSettings, storeSetting } from '#lib/settings/repository/settings.ts'

/** Money on its way to the supplier or back. `id` is drawn by whoever types it in: sent twice, it is booked once. */
export type TransferInput = { id: string; kind: 'deposit' | 'withdrawal'; amount: string }

/** Books money that was paid to the supplier, or came back. Throws `forbidden`, `bad_input` for an unreadable amount. */
export async function bookTransfer(caller: Caller, { id, kind, amount: typed }: TransferInput): Promise<void> {
  const staff = requirePermission(caller, 'finance.book')
  const amount = readAmount(typed)
  const currency = env.RESELLER_API_CURRENCY
  await transaction(async (tx) => {
    const isNew = await addTransferEntry({ id: `sup_${id}`, kind, amount, currency, note: actorOf(staff) }, tx)
    if (!isNew) return
    const by = { actor: actorOf(staff), role: staff.role }
    const action = kind === 'deposit' ? 'finance.deposited' : 'finance.withdrawn'
    await recordAudit({ ...by, act: action, subject: `sup_${id}`, after: { amount, currency } }, tx)
  })
  forgetProviderStatus()
}

/**
 * Confirms that the supplier has given an expected credit, once, with a word where somebody gives one. The amount stays
 * as it was expected. Throws `forbidden`, and `conflict` with `reason` `changed` when none is expected any more.
 */
export async function confirmCredit(caller: Caller, { id, reason }: { id: string; reason?: string }): Promise<void> {
  const staff = requirePermission(caller, 'finance.book')
  const by = { actor: actorOf(staff), role: staff.role }
  await transaction(async (tx) => {
    const credit = await confirmCreditEntry(id, by.actor, tx)
    if (!credit) throw new AppError('conflict', 'No such credit is expected.', { reason: 'changed' })
    const { amount, currency, orderNum } = credit
    const why = reason === undefined ? {} : { reason }
    const after = { amount, currency, orderNum }
    await recordAudit({ ...by, ...why, act: 'finance.credit_confirmed', subject: id, after }, tx)
  })
  forgetProviderStatus()
}

/** The balance under which no payments are taken, as it is typed. `seen` is the one that the page showed. */
export type FloorInput = { amount: string; seen: string | null }

/**
 * Sets the balance under which no payments are taken, or none by an empty text.
 *
 * Throws `forbidden`, `bad_input`, and `conflict` when somebody else has set it since the page was shown.
 */
export async function setProviderFloor(caller: Caller, { amount: typed, seen }: FloorInput): Promise<void> {
  const staff = requirePermission(caller, 'finance.book')
  const value = typed.trim() === '' ? null : decimal(readAmount(typed))
  const updatedBy = actorOf(staff)
  await transaction(async (tx) => {
    await lockSettings(tx)
    const before = await findProviderFloor(tx)
    if (before !== seen) {
      throw new AppError('conflict', 'Somebody else has changed this.', { reason: 'settings_changed' })
    }
    await storeSetting({ key: KEY, value, setBy: updatedBy }, tx)
    const change = { before: { floor: before }, after: { floor: value } }
    await recordAudit({ actor: updatedBy, role: staff.role, act: 'finance.floor_changed', subject: KEY, ...change }, tx)
  })
  forgetProviderStatus()
}

function readAmount(typed: string): string {
  const currency = parseCurrency(env.RESELLER_API_CURRENCY)
  const amount = currency && parseAmountInput(typed, currency)
  if (!amount) throw new AppError('bad_input', 'This is no amount, or could be read in two ways.')

  return toDecimalText(amount)
}

import 'server-only'
import { findSalesPause, forgetSalesPause } from '#lib/checkout/repository/sales-pause.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import {
  type AnswerKey,
  addFiledAnswer,
  listProvenAnswers,
  undoFiledAnswer,
} from '#lib/provider/repository/capabilities.ts'
import { LEAST_PROOFS } from '#lib/provider/rules/capabilities.ts'

/**
 * Files an answer of the network as a refusal: from now on an order that gets it is looked up once and paid back. It must
 * have been proven often enough that nothing is bought with it.
 *
 * Throws `forbidden`, and `conflict` with `reason`: `not_proven`, `changed` (filed already).
 */
export async function fileAnswer(caller: Caller, input: AnswerKey & { reason: string }): Promise<void> {
  const staff = requirePermission(caller, 'answers.file')
  const { endpoint, code, messageHash, reason } = input
  const proven = (await listProvenAnswers(LEAST_PROOFS)).find(
    (one) => one.endpoint === endpoint && one.code === code && one.messageHash === messageHash,
  )
  if (!proven) throw new AppError('conflict', 'This is not proven often enough.', { reason: 'not_proven' })
  const actor = actorOf(staff)
  await transaction(async (tx) => {
    const id = await addFiledAnswer({ ...proven, reason, filedBy: actor }, tx)
    if (id === null) throw new AppError('conflict', 'It is filed already.', { reason: 'changed' })
    const after = { code, messageHash, proofs: proven.proofs }
    await recordAudit({ actor, role: staff.role, act: 'answer.filed', subject: id, reason, after }, tx)
  })
}

/** Withdraws a filed answer: it is unknown again. Throws `forbidden`, `conflict` when it was withdrawn before. */
export async function withdrawAnswer(caller: Caller, input: { answerId: string; reason: string }): Promise<void> {
  const staff = requirePermission(caller, 'answers.file')
  const { answerId, reason } = input
  const actor = actorOf(staff)
  await transaction(async (tx) => {
    if (!(await undoFiledAnswer(answerId, actor, tx))) {
      throw new AppError('conflict', 'It was withdrawn before.', { reason: 'changed' })
    }
    await recordAudit({ actor, role: staff.role, act: 'answer.withdrawn', subject: answerId, reason }, tx)
  })
}

/**
 * Opens the checkout again that the store had closed by itself. A recovery, or a silent network, ends by itself alone.
 *
 * Throws `forbidden`, `conflict` when there is nothing to open.
 */
export async function resumeSalesByStaff(caller: Caller, input: { reason: string }): Promise<void> {
  const staff = requirePermission(caller, 'till.open')
  const closed = await findSalesPause()
  if (closed?.reason !== 'placements_refused' && closed?.reason !== 'strange_answers') {
    throw new AppError('conflict', 'Nobody has closed the till.', { reason: 'changed' })
  }
  const actor = actorOf(staff)
  await transaction(async (tx) => {
    if (!(await forgetSalesPause(tx))) throw new AppError('conflict', 'It is open.', { reason: 'changed' })
    const before = { reason: closed.reason, code: closed.code }
    await recordAudit(
      { actor, role: staff.role, act: 'till.opened', subject: 'till', reason: input.reason, before },
      tx,
    )
  })
  wakeWorker()
}

import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import {
  findPromotion,
  insertPromotion,
  type PromotionData,
  updatePromotion,
} from '#lib/pricing/repository/promotions.ts'
import { storeCurrency } from '#lib/pricing/repository/sale-terms.ts'
import { type PromotionForm, type PromotionTerms, parsePromotionForm } from '#lib/pricing/rules/promotion-edit.ts'

/** A promotion as the page read it: an edit of an older one is refused. */
export type PromotionSeen = { id: string; turn: number }

/**
 * Makes a promotion. Throws `forbidden`, `bad_input` with the names of wrong fields, `conflict` with `reason`
 * `code_taken`.
 */
export async function createPromotion(caller: Caller, form: PromotionForm): Promise<{ id: string }> {
  const staff = requirePermission(caller, 'catalog.change')
  const terms = readForm(form)

  return transaction(async (tx) => {
    const by = { actor: actorOf(staff), role: staff.role }
    const id = await insertPromotion({ ...terms, currency: storeCurrency(), createdBy: by.actor }, tx)
    if (id === null) throw new AppError('conflict', 'There is a promotion with this code.', { reason: 'code_taken' })
    await recordAudit({ ...by, act: 'promotion.created', subject: id, after: toDetails(terms) }, tx)

    return { id }
  })
}

/**
 * Changes a promotion for orders from now on; its code stays, and no order that was made changes. Throws `forbidden`,
 * `bad_input`, `not_found`, and `conflict` with `reason` `changed` when somebody was faster or it has been ended.
 */
export async function changePromotion(caller: Caller, seen: PromotionSeen, form: PromotionForm): Promise<void> {
  const staff = requirePermission(caller, 'catalog.change')
  const { code, ...terms } = readForm(form)
  await transaction(async (tx) => {
    const before = await findPromotion(seen.id, tx)
    if (!before) throw new AppError('not_found', 'There is no such promotion.')
    if (before.code !== code) throw new AppError('bad_input', 'A code stays what it is.', { fields: ['code'] })
    if (!(await updatePromotion(seen, terms, tx))) throw conflicts()
    const by = { actor: actorOf(staff), role: staff.role }
    const change = { before: toDetails(before), after: toDetails({ code, ...terms }) }
    await recordAudit({ ...by, act: 'promotion.changed', subject: seen.id, ...change }, tx)
  })
}

/** Ends a promotion at once and for good. Throws `forbidden`, and `conflict` as `changePromotion` does. */
export async function endPromotion(caller: Caller, seen: PromotionSeen): Promise<void> {
  const staff = requirePermission(caller, 'catalog.change')
  await transaction(async (tx) => {
    const endedAt = new Date()
    if (!(await updatePromotion(seen, { endedAt }, tx))) throw conflicts()
    const by = { actor: actorOf(staff), role: staff.role }
    await recordAudit(
      { ...by, act: 'promotion.ended', subject: seen.id, after: { endedAt: endedAt.toISOString() } },
      tx,
    )
  })
}

function readForm(form: PromotionForm): PromotionTerms {
  const { terms, problems } = parsePromotionForm(form, storeCurrency())
  if (!terms) throw new AppError('bad_input', `Not accepted: ${problems.join(', ')}.`, { fields: problems })

  return terms
}

function toDetails(terms: PromotionTerms | PromotionData) {
  const { code, title, basisPoints, amountMinor, minimumMinor, totalLimit, personLimit, timeZone } = terms
  const { startsAt, endsAt, skuIds, planKind, stacks, maySellUnderFloor } = terms

  return {
    ...{ code, title, basisPoints, amountMinor, minimumMinor, totalLimit, personLimit, timeZone, planKind },
    ...{ stacks, maySellUnderFloor, skuIds: skuIds.join(' ') },
    ...{ startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null },
  }
}

function conflicts(): AppError {
  return new AppError('conflict', 'Somebody was faster, or it has been ended.', { reason: 'changed' })
}

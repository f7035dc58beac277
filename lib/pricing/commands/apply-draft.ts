import 'server-only'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import { eachRow } from '#lib/core/commands/each-row.ts'
import { log } from '#lib/core/log.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { requireDraft, rulesChanged, type SeenDraft } from '#lib/pricing/commands/save-edit.ts'
import {
  changeRevision,
  type DraftEffect,
  findCurrentRate,
  findPriceVersion,
  findRevision,
  insertRate,
  listDueRevisions,
  lockPrices,
  type PriceRevision,
  readDraftEffect,
  replaceRules,
} from '#lib/pricing/repository/pricing.ts'
import { conflictingEdits, termsOf } from '#lib/pricing/rules/pricing-edit.ts'
import type { RevisionBefore, StopReason } from '#lib/pricing/rules/pricing-revision.ts'

const NAMED = 50

/** The draft as it was looked at. `preview` is the mark of the preview that was shown. */
export type SeenPreview = SeenDraft & { preview: string }

/**
 * Applies a draft: every price that its preview showed counts from now on, and no other price changes.
 *
 * Returns the version that the rules have now. Throws `forbidden`, `not_found` and `conflict`, whose `reason` says why:
 * `draft_changed`, `draft_ended`, `rules_changed` (with both versions), `rate_changed`, `preview_changed` when the effect
 * is another one than was shown, `below_floor` with the plans that would end under the floor, `nothing_changes`.
 */
export async function applyDraft(caller: Caller, seen: SeenPreview): Promise<{ version: number }> {
  const { role } = requirePermission(caller, 'catalog.change')

  return transaction(async (tx) => {
    const draft = await requireDraft(seen, tx)
    const effect = await requireEffect(draft, tx)
    requireSeen(effect, seen)

    return { version: await apply({ draft, effect, actor: actorOf(caller), role }, tx) }
  })
}

/** Lets a draft be applied at a time. What is asked of it now is asked again then. Throws like `applyDraft`. */
export async function scheduleDraft(caller: Caller, seen: SeenPreview, dueAt: Date): Promise<void> {
  const { role } = requirePermission(caller, 'catalog.change')
  if (dueAt.getTime() <= Date.now()) throw new AppError('bad_input', 'This time has passed.', { reason: 'past' })
  await transaction(async (tx) => {
    const draft = await requireDraft(seen, tx)
    requireContent(draft)
    requireSeen(await requireEffect(draft, tx), seen)
    const actor = actorOf(caller)
    await changeRevision(draft.id, { state: 'scheduled', dueAt, stopReason: null, updatedBy: actor }, tx)
    await recordAudit(
      { actor, role, act: 'pricing.scheduled', subject: draft.id, after: { at: dueAt.toISOString() } },
      tx,
    )
  })
}

/**
 * Applies every draft whose time has come, once over all processes. Returns how many were.
 *
 * One that can no longer be applied is stopped with its reason, for a person to look at; the others go on.
 */
export async function applyDuePrices(now = new Date()): Promise<number> {
  let applied = 0
  await eachRow(await listDueRevisions(now), async (id) => {
    if (await transaction((tx) => applyDue(id, now, tx))) applied += 1
  })

  return applied
}

async function applyDue(id: string, now: Date, tx: Tx): Promise<boolean> {
  await lockPrices(tx)
  const draft = await findRevision(id, tx)
  if (draft?.state !== 'scheduled' || draft.dueAt === null || draft.dueAt > now) return false
  const actor = draft.updatedBy
  try {
    await apply({ draft, effect: await requireEffect(draft, tx), actor }, tx)

    return true
  } catch (error) {
    const reason = error instanceof AppError ? error.details?.reason : null
    if (reason !== 'rules_changed' && reason !== 'rate_changed' && reason !== 'below_floor') throw error
    const stopReason: StopReason = reason
    await changeRevision(id, { state: 'stopped', stopReason, updatedBy: actor }, tx)
    await recordAudit({ actor: 'clock', act: 'pricing.stopped', subject: id, after: { reason } }, tx)
    log.warn('scheduled prices stopped', { kind: reason })

    return false
  }
}

async function requireEffect(draft: PriceRevision, tx: Tx): Promise<DraftEffect> {
  const effect = await readDraftEffect(draft, tx)
  const { rules } = effect.now
  const conflicts = conflictingEdits(rules, draft.edits)
  if (conflicts.length > 0) throw rulesChanged(rules, conflicts)
  if (draft.rate && ((await findCurrentRate(draft.rate, tx))?.id ?? null) !== draft.rate.base) {
    throw new AppError('conflict', 'Somebody else has changed the rate.', { reason: 'rate_changed' })
  }
  if (effect.refused.length > 0) {
    throw new AppError('conflict', 'Plans would end under the floor.', {
      reason: 'below_floor',
      count: effect.refused.length,
      plans: effect.refused.slice(0, NAMED).map(nameOf),
    })
  }

  return effect
}

function nameOf({ plan, entry }: DraftEffect['refused'][number]): string {
  return `${entry.ownName ?? entry.providerName} ${plan.amountValue} ${plan.amountUnit}, ${plan.validityDays} d`
}

function requireSeen({ mark }: DraftEffect, { preview }: SeenPreview): void {
  if (mark === preview) return
  throw new AppError('conflict', 'The effect is another one than was shown.', { reason: 'preview_changed' })
}

function requireContent({ edits, rate }: PriceRevision): void {
  if (edits.length === 0 && !rate) throw new AppError('conflict', 'The draft is empty.', { reason: 'nothing_changes' })
}

type Doing = { draft: PriceRevision; effect: DraftEffect; actor: string; role?: string }

async function apply({ draft, effect, actor, role }: Doing, tx: Tx): Promise<number> {
  const { edits, rate } = draft
  requireContent(draft)
  const version = (await findPriceVersion(tx)) + 1
  const before = await whatStands(draft, { effect, version }, tx)
  await replaceRules(edits, { version, createdBy: actor }, tx)
  if (rate) {
    const { base: _, ...given } = rate
    await insertRate({ ...given, setBy: actor }, tx)
  }
  const { changed, cheaper, dearer } = effect.counts
  const counts = { changed, cheaper, dearer }
  const done = { state: 'applied', number: version, before, counts, appliedAt: new Date(), dueAt: null } as const
  await changeRevision(draft.id, { ...done, updatedBy: actor }, tx)
  const after = { version, ...counts, rules: edits.length }
  await recordAudit({ actor, ...(role ? { role } : {}), act: 'pricing.applied', subject: draft.id, after }, tx)
  await raiseCatalogVersion(tx)

  return version
}

/** What undoing would put back: the rules and the rate as they are at this moment. */
async function whatStands(
  draft: PriceRevision,
  { effect, version }: { effect: DraftEffect; version: number },
  tx: Tx,
): Promise<RevisionBefore> {
  const { rules } = effect.now
  const edits = draft.edits.map(({ scope, scopeKey, terms }) => ({
    scope,
    scopeKey,
    terms: termsOf(rules, { scope, scopeKey })?.terms ?? null,
    base: terms ? version : null,
  }))
  const current = draft.rate && (await findCurrentRate(draft.rate, tx))
  if (!draft.rate || !current) return { edits, rate: null }
  const { from, to, asOf } = draft.rate

  return { edits, rate: { from, to, rate: current.rate, asOf: current.asOf ?? asOf, source: 'undo', base: null } }
}

import 'server-only'
import { type Names, namesOf, previewView } from '#lib/pricing/queries/admin-pricing-names.ts'
import { findCurrentRate, type RuleOrigin } from '#lib/pricing/repository/pricing.ts'
import { type DraftEffect, readDraftEffect } from '#lib/pricing/repository/pricing-effect.ts'
import { findRevision, type PriceRevision } from '#lib/pricing/repository/pricing-revisions.ts'
import type { ConflictView, DraftView, PreviewView } from '#lib/pricing/rules/admin-pricing.ts'
import { overtakenEdits, termsOf } from '#lib/pricing/rules/pricing-edit.ts'
import { scopeId } from '#lib/pricing/rules/pricing-scope.ts'

/** A draft with its effect, and the edits that it is made of. */
export type OpenDraft = { revision: PriceRevision; effect: DraftEffect }

/** Reads a draft that is not applied yet with what it would do now, `null` when there is none. */
export async function readOpenDraft(id: string): Promise<OpenDraft | null> {
  const revision = await findRevision(id)
  if (!revision || revision.state === 'applied' || revision.state === 'discarded') return null

  return { revision, effect: await readDraftEffect(revision) }
}

/** What words a draft needs: who is who, and which rules somebody made when. */
export type DraftWords = { locale: string; people: Map<string, string>; origins: RuleOrigin[] }

/** Returns a draft as its page shows it. */
export async function toDraftView({ revision, effect }: OpenDraft, words: DraftWords): Promise<DraftView> {
  const names = namesOf(effect.world, words.locale)
  const { state, rate, counts } = { ...revision, counts: effect.counts }
  const current = rate && (await findCurrentRate(rate))

  return {
    id: revision.id,
    turn: revision.turn,
    state: state === 'scheduled' || state === 'stopped' ? state : 'draft',
    dueAt: revision.dueAt,
    stopReason: revision.stopReason,
    undoes: revision.undoes !== null,
    by: words.people.get(revision.updatedBy) ?? null,
    at: revision.updatedAt,
    rules: revision.edits.length,
    rate: rate && { ...rate, before: current?.rate ?? null },
    hasRateConflict: rate !== null && (current?.id ?? null) !== rate.base,
    mark: effect.mark,
    counts,
    rows: effect.rows.map((row) => previewView(row, names)).sort(byMargin),
    conflicts: conflictsOf(revision, effect, { ...words, names }),
  }
}

function conflictsOf(
  { edits }: PriceRevision,
  { now }: DraftEffect,
  { names, people, origins }: DraftWords & { names: Names },
): ConflictView[] {
  return overtakenEdits(now.rules, edits).map((edit) => {
    const origin = origins.find((one) => scopeId(one) === scopeId(edit))

    return {
      rule: names.rule(edit),
      theirs: termsOf(now.rules, edit)?.terms ?? null,
      mine: edit.terms,
      by: (origin && people.get(origin.createdBy)) ?? null,
      at: origin?.createdAt ?? null,
    }
  })
}

// What ends worst is read first.
function byMargin(a: PreviewView, b: PreviewView): number {
  const least = Number.NEGATIVE_INFINITY

  return (a.after.marginShare ?? least) - (b.after.marginShare ?? least) || a.id.localeCompare(b.id)
}

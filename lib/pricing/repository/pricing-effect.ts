import 'server-only'
import { createHash } from 'node:crypto'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { type PriceWorld, readPriceWorld, type WorldPlan } from '#lib/pricing/repository/pricing.ts'
import { type PriceChangeSet, type PriceEffect, priceEffect } from '#lib/pricing/rules/pricing-effect.ts'
import { previewText } from '#lib/pricing/rules/pricing-preview.ts'

/** What a set of changes does, out of what it was computed, and a mark that is the same for the same effect. */
export type DraftEffect = PriceEffect<WorldPlan> & { world: PriceWorld; mark: string }

/** Reads what a set of changes would do now. The preview of a page and the check before applying are this one reading. */
export async function readDraftEffect(changes: PriceChangeSet, client: Tx = db()): Promise<DraftEffect> {
  const world = await readPriceWorld(client)
  const effect = priceEffect(world.plans, world.terms, changes)
  const mark = createHash('sha256').update(previewText(effect.rows)).digest('base64url')

  return { ...effect, world, mark }
}

import type pg from 'pg'
import type { Subject } from '#lib/server/public-routes.ts'

// Former addresses and plans that went out of sale count as known: the page itself answers what became of them.
const DESTINATION = `SELECT 1 FROM "Sku" WHERE "slug" = $1 UNION ALL SELECT 1 FROM "SkuSlug" WHERE "slug" = $1 LIMIT 1`
const PLAN = `SELECT 1 FROM "Plan" WHERE "id" = $1`
const BRAND = `SELECT 1 FROM "Partner" WHERE "slug" = $1`
const QUESTIONS = { destination: DESTINATION, plan: PLAN, brand: BRAND }

/**
 * Makes a function that tells whether the mirror has what a path names.
 *
 * Asked only where no finished page is kept. Without it every made-up address would cost a render.
 */
export function makeKnowsSubject(pool: pg.Pool): (subject: Subject) => Promise<boolean> {
  return async (subject) => {
    if (subject.kind === 'none') return true
    const { rowCount } = await pool.query(QUESTIONS[subject.kind], [subject.id])

    return (rowCount ?? 0) > 0
  }
}

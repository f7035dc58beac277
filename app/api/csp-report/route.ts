import { z } from 'zod'
import { assertWithinLimit, guarded, readText } from '#lib/core/http/route.ts'
import { log } from '#lib/core/log.ts'

const legacy = z.object({ 'csp-report': z.object({ 'effective-directive': z.string() }) })
const current = z.array(z.object({ body: z.object({ effectiveDirective: z.string() }) })).min(1)

/** POST /api/csp-report: a browser refused something on a page. Only the directive is noted, never an address. */
export const POST = guarded(async (request) => {
  await assertWithinLimit('reports', request)
  const text = await readText(request)
  log.warn('policy violation', { kind: directiveOf(text) })

  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
})

function directiveOf(text: string): string {
  let report: unknown
  try {
    report = JSON.parse(text)
  } catch {
    return 'unreadable'
  }
  const old = legacy.safeParse(report)
  const now = current.safeParse(report)
  const directive = old.data?.['csp-report']['effective-directive'] ?? now.data?.[0]?.body.effectiveDirective

  return /^[a-z-]{3,40}$/.test(directive ?? '') ? (directive ?? 'unknown') : 'unknown'
}

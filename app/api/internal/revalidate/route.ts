import { createHash, timingSafeEqual } from 'node:crypto'
import { revalidatePath } from 'next/cache'
import { requireSetting } from '#lib/core/env.ts'

/**
 * POST /api/internal/revalidate: Next forgets every page it remembers, because the catalogue changed.
 *
 * Only the front calls it, past the socket; the secret stands for the case that somebody runs Next without the front.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isOurs(request.headers.get('x-landfall-internal') ?? '')) return new Response(null, { status: 404 })
  revalidatePath('/', 'layout')

  return new Response(null, { status: 204 })
}

/** Hashes have one length, so that the comparison takes the same time whatever was sent. */
function isOurs(given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()

  return timingSafeEqual(digest(given), digest(requireSetting('INTERNAL_SECRET')))
}

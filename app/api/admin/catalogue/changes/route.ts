import { z } from 'zod'
import { read } from '#lib/http/route.ts'
import { changeWishSchema, exportChanges } from '#lib/queries/admin-catalog-changes.ts'

/** GET /api/admin/catalogue/changes: the change list as a file for spreadsheets, with the filters of its page. */
export const GET = read({ caller: 'staff', params: z.object({}), reply: z.never() }, async ({ caller, request }) => {
  const wish = changeWishSchema.parse(Object.fromEntries(new URL(request.url).searchParams))
  const rows = exportChanges(caller, wish)
  // Asked once before the answer begins, so that a refusal is an answer and not a broken file.
  const first = await rows.next()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      first.done ? controller.close() : controller.enqueue(new TextEncoder().encode(first.value)),
    pull: async (controller) => {
      const next = await rows.next()
      if (next.done) controller.close()
      else controller.enqueue(new TextEncoder().encode(next.value))
    },
  })

  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="catalogue-changes.csv"',
      'cache-control': 'private, no-store',
    },
  })
})

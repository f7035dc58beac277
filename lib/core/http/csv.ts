import 'server-only'

/**
 * Answers with rows of a file for spreadsheets as they come: pulled, not pushed, so that a slow reader keeps nothing in
 * memory, and given up when the reader is gone.
 *
 * The first row is asked for before the answer begins: a refusal is an answer then, and not a broken file.
 */
export async function csvResponse(rows: AsyncIterable<string>, name: string): Promise<Response> {
  const source = rows[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let next: Promise<IteratorResult<string>> | null = Promise.resolve(await source.next())
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await (next ?? source.next())
      next = null
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await source.return?.()
    },
  })

  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

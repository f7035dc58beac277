import { expect, test } from 'vitest'
import { csvResponse } from '#lib/core/http/csv.ts'
import { EXPORTED_LISTS } from '#lib/core/rules/lists.ts'

test.each(EXPORTED_LISTS)('the file of the list %s has a name that needs no encoding', async (list) => {
  const rows = (async function* () {
    yield 'a\n'
  })()
  const { headers } = await csvResponse(rows, `${list}-2027-01-05`)

  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[A-Za-z0-9-]+\.csv"$/)
})

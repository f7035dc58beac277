import { createHash } from 'node:crypto'
import type pg from 'pg'
import { sealValue } from '#lib/core/repository/sealed.ts'
import { placeOf } from '#lib/esims/repository/cards.ts'

const BATCH = 5_000

/** Seals an activation code for each card of a drawn chunk, as a sale would: they open with the keys of this store. */
export async function sealCodes(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM seed_card')
  for (let start = 0; start < rows.length; start += BATCH) {
    const ids = rows.slice(start, start + BATCH).map(({ id }) => id)
    const sealed = ids.map((id) => sealValue(codeOf(id), placeOf(id)))
    await client.query('INSERT INTO seed_code SELECT * FROM unnest($1::text[], $2::bytea[])', [ids, sealed])
  }
}

function codeOf(id: string): string {
  const matching = createHash('sha256').update(id).digest('hex').slice(0, 24).toUpperCase()

  return `LPA:1$smdp.example.com$${matching}`
}

import 'server-only'
import fs from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { env } from '#lib/core/env.ts'
import { erasePersonRows, findErasure, listOrderIdsOfPerson } from '#lib/fulfilment/repository/recovery-rows.ts'

const entrySchema = z.object({ id: z.string(), person: z.string(), orders: z.array(z.string()), at: z.iso.datetime() })
type Entry = z.output<typeof entrySchema>

/**
 * Forgets a person: address, name and phone, and the travellers' names on their orders and eSIMs.
 *
 * It is noted outside the database first (`DATA_DIR/erasures.log`, ids only): a backup from before must not bring the
 * person back. Repeating it does no harm.
 */
export async function erasePerson(personId: string): Promise<void> {
  const orders = await listOrderIdsOfPerson(personId)
  const entry = { id: `era_${personId}`, person: personId, orders, at: new Date().toISOString() }
  await append(entry)
  await erasePersonRows(entry)
}

/** Forgets once more whom the journal names and the database does not know as erased. */
export async function reapplyErasures(): Promise<Record<'listed' | 'erased', number>> {
  const entries = await readJournal()
  let erased = 0
  for (const entry of entries) {
    if (await findErasure(entry.id)) continue
    await erasePersonRows(entry)
    erased += 1
  }

  return { listed: entries.length, erased }
}

/** Tells whether the buyer of this order has been erased, whatever the database remembers. */
export async function isOrderErased(orderId: string): Promise<boolean> {
  return (await readJournal()).some(({ orders }) => orders.includes(orderId))
}

function journal(): string {
  return path.join(env.DATA_DIR, 'erasures.log')
}

async function append(entry: Entry): Promise<void> {
  await fs.mkdir(env.DATA_DIR, { recursive: true })
  const file = await fs.open(journal(), 'a', 0o600)
  try {
    // Behind a line of its own: one that a full disk has torn takes nothing with it.
    await file.write(`\n${JSON.stringify(entry)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function readJournal(): Promise<Entry[]> {
  const text = await fs.readFile(journal(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const items = text.split('\n').filter((item) => item !== '')

  // A half line at the end is one whose erasure had not begun in the database either.
  return items.flatMap((item) => entrySchema.safeParse(readJson(item)).data ?? [])
}

function readJson(item: string): unknown {
  try {
    return JSON.parse(item)
  } catch {
    return null
  }
}

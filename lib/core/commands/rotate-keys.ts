import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { encryptValue, isReencrypted, openValue } from '#lib/core/repository/encrypted.ts'
import { ENCRYPTED_KINDS, type EncryptedRow } from '#lib/core/repository/encrypted-values.ts'

const BATCH = 200
const MAX_NAMED = 20

/** What a rotation found of one kind. `unreadable` names rows, at most twenty of them, never what is in them. */
export type RotationCounts = { values: number; resealed: number; unreadableCount: number; unreadable: string[] }

export type RotationReport = Record<keyof typeof ENCRYPTED_KINDS, RotationCounts>

/**
 * Seals every stored value with the first key of the ring, in batches, while the store runs. Opens each of them, so that
 * the report says what could not be opened. Cut off, it goes on where it was: what is done is not done again.
 *
 * With `isDryRun` it only says what it would do.
 */
export async function rotateKeys({ isDryRun }: { isDryRun: boolean }): Promise<RotationReport> {
  const entries: [string, RotationCounts][] = []
  for (const kind of Object.keys(ENCRYPTED_KINDS) as (keyof typeof ENCRYPTED_KINDS)[]) {
    entries.push([kind, await rotateKind(kind, isDryRun)])
  }

  return Object.fromEntries(entries) as RotationReport
}

async function rotateKind(kind: keyof typeof ENCRYPTED_KINDS, isDryRun: boolean): Promise<RotationCounts> {
  const { list, replace } = ENCRYPTED_KINDS[kind]
  const counts: RotationCounts = { values: 0, resealed: 0, unreadableCount: 0, unreadable: [] }
  for (let rows = await list('', BATCH); rows.length > 0; rows = await list(rows.at(-1)?.id ?? '', BATCH)) {
    const read = rows.map((row) => ({ row, text: textOf(row) }))
    const lost = read.filter(({ text }) => text === null)
    const old = read.flatMap(({ row, text }) => (text === null || isReencrypted(row.bytes) ? [] : { row, text }))
    counts.values += rows.length
    counts.unreadableCount += lost.length
    counts.unreadable.push(...lost.map(({ row }) => row.id).slice(0, MAX_NAMED - counts.unreadable.length))
    counts.resealed += old.length
    if (isDryRun || old.length === 0) continue
    await transaction(async (tx) => {
      // Somebody else may have replaced a value meanwhile: then it is sealed anew already.
      for (const { row, text } of old) await replace(row, encryptValue(text, row.place), tx)
    })
  }

  return counts
}

function textOf({ bytes, place }: EncryptedRow): string | null {
  try {
    return openValue(bytes, place)
  } catch {
    return null
  }
}

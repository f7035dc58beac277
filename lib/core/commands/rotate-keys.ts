import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { isSealedAnew, openValue, sealValue } from '#lib/core/repository/sealed.ts'
import { SEALED_KINDS, type SealedRow } from '#lib/core/repository/sealed-values.ts'

const BATCH = 200
const MAX_NAMED = 20

/** What a rotation found of one kind. `unreadable` names rows, at most twenty of them, never what is in them. */
export type RotationCounts = { values: number; resealed: number; unreadableCount: number; unreadable: string[] }

export type RotationReport = Record<keyof typeof SEALED_KINDS, RotationCounts>

/**
 * Seals every stored value with the first key of the ring, in batches, while the store runs. Opens each of them, so that
 * the report says what could not be opened. Cut off, it goes on where it was: what is done is not done again.
 *
 * With `isDryRun` it only says what it would do.
 */
export async function rotateKeys({ isDryRun }: { isDryRun: boolean }): Promise<RotationReport> {
  const entries: [string, RotationCounts][] = []
  for (const kind of Object.keys(SEALED_KINDS) as (keyof typeof SEALED_KINDS)[]) {
    entries.push([kind, await rotateKind(kind, isDryRun)])
  }

  return Object.fromEntries(entries) as RotationReport
}

async function rotateKind(kind: keyof typeof SEALED_KINDS, isDryRun: boolean): Promise<RotationCounts> {
  const { list, replace } = SEALED_KINDS[kind]
  const counts: RotationCounts = { values: 0, resealed: 0, unreadableCount: 0, unreadable: [] }
  for (let rows = await list('', BATCH); rows.length > 0; rows = await list(rows.at(-1)?.id ?? '', BATCH)) {
    const read = rows.map((row) => ({ row, text: textOf(row) }))
    const lost = read.filter(({ text }) => text === null)
    const old = read.flatMap(({ row, text }) => (text === null || isSealedAnew(row.bytes) ? [] : { row, text }))
    counts.values += rows.length
    counts.unreadableCount += lost.length
    counts.unreadable.push(...lost.map(({ row }) => row.id).slice(0, MAX_NAMED - counts.unreadable.length))
    counts.resealed += old.length
    if (isDryRun || old.length === 0) continue
    await transaction(async (tx) => {
      // Somebody else may have replaced a value meanwhile: then it is sealed anew already.
      for (const { row, text } of old) await replace(row, sealValue(text, row.place), tx)
    })
  }

  return counts
}

function textOf({ bytes, place }: SealedRow): string | null {
  try {
    return openValue(bytes, place)
  } catch {
    return null
  }
}

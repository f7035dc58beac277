import { useTranslations } from 'next-intl'
import { knownWords } from '#components/admin/known-words.ts'
import { Sum } from '#components/admin/sum.tsx'
import type { EvidenceRow } from '#lib/domain/admin-order.ts'

/** What was written down, a row per fact. A name without a sentence of ours is shown as it was stored. */
export function EvidenceTable({ rows }: { rows: EvidenceRow[] }) {
  const t = useTranslations('admin')

  return (
    <dl className="a-kv">
      {rows.map((row) => (
        <div key={row.key}>
          <dt>{factName(t, row.key)}</dt>
          <dd>
            <FactValue row={row} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function FactValue({ row }: { row: EvidenceRow }) {
  const t = useTranslations('admin')
  if (row.money) return <Sum {...row.money} />

  return <bdi>{/^[a-z_]+$/.test(row.value) ? wordOf(t, row.value) : shorten(row.value)}</bdi>
}

function wordOf(t: unknown, word: string): string {
  const known = knownWords(t, 'word', word)

  return known === word ? knownWords(t, 'held', word) : known
}

// An id of ours is for look-ups; its end is enough to tell two apart.
function shorten(value: string): string {
  return /^[a-z]{3}_[0-9A-Z]{26}$/.test(value) ? `…${value.slice(-6)}` : value
}

/** Returns the words for the name of a fact: for the whole dotted name, else for its last part. */
export function factName(t: unknown, key: string): string {
  const flat = key.replaceAll('.', '_')
  const known = knownWords(t, 'fact', flat)

  return known === flat ? key : known
}

import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { hasLabel, knownLabel, shortId } from '#components/ui/admin/known-label.ts'
import { MoneyAmount, Separator } from '#components/ui/admin/money-amount.tsx'
import { DESCRIPTIONS } from '#components/ui/admin/panel.tsx'
import type { EvidenceRow } from '#lib/orders/rules/admin-order.ts'

const CODE_LIST = /^[a-z_]+(?:, [a-z_]+)*$/
const DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** What was written down, a row per fact. A name without a sentence of ours is shown as it was stored. */
export function EvidenceTable({ rows }: { rows: EvidenceRow[] }) {
  const t = useTranslations('admin')

  return (
    <dl className={DESCRIPTIONS}>
      {rows.map((row) => (
        <div key={row.key}>
          <dt>{detailName(t, row.key)}</dt>
          <dd>
            <DetailValue row={row} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function DetailValue({ row }: { row: EvidenceRow }) {
  const t = useTranslations('admin')
  if (row.money) return <MoneyAmount {...row.money} />
  if (DAY.test(row.value)) return <LocalTime at={new Date(row.value)} show="short_date" zone="UTC" />
  if (INSTANT.test(row.value)) return <LocalTime at={new Date(row.value)} show="moment" />

  return <bdi>{CODE_LIST.test(row.value) ? row.value.split(', ').map(named).join(t('comma')) : shortId(row.value)}</bdi>

  function named(word: string): string {
    return wordOf(t, word)
  }
}

/** Returns the words for a stored word, or the word where there are none. */
export function wordOf(t: unknown, word: string): string {
  const known = knownLabel(t, 'word', word)

  if (known !== word) return known
  const reason = knownLabel(t, 'held', word)

  return reason === word ? knownLabel(t, 'failure', word) : reason
}

/** Facts in one run of text, for a row that has no room for a table. */
export function DetailList({ rows }: { rows: EvidenceRow[] }) {
  const t = useTranslations('admin')

  return rows.map((row, index) => (
    <span key={row.key}>
      {index > 0 ? <Separator /> : null}
      {detailName(t, row.key)} <DetailValue row={row} />
    </span>
  ))
}

/** Returns the words for the name of a fact: for the whole dotted name, else for its last part, numbered in a list. */
export function detailName(t: unknown, key: string): string {
  const flat = key.replaceAll('.', '_')
  if (hasLabel(t, 'fact', flat)) return knownLabel(t, 'fact', flat)
  const parts = key.split('.')
  const last = parts.at(-1) ?? key
  if (!hasLabel(t, 'fact', last)) return key
  const label = knownLabel(t, 'fact', last)
  const place = parts.find((part) => /^\d+$/.test(part))

  return place === undefined ? label : `${Number(place) + 1}. ${label}`
}

import { useTranslations } from 'next-intl'
import { DataTable } from '#components/admin/data-table.tsx'
import { wordOf } from '#components/admin/evidence.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { hasWords, knownWords } from '#components/admin/known-words.ts'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { AuditChange, AuditRow } from '#lib/domain/admin-audit.ts'

/** Acts as rows, newest first. */
export function AuditTable({ rows }: { rows: AuditRow[] }) {
  const t = useTranslations('admin-staff.audit')

  return (
    <DataTable
      label={t('pages')}
      heads={[
        t('when'),
        t('actor'),
        t('what'),
        t('subject'),
        t('change'),
        { head: t('network'), className: 'a-hide-m' },
      ]}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </DataTable>
  )
}

function Row({ row }: { row: AuditRow }) {
  const t = useTranslations('admin-staff')
  const admin = useTranslations('admin')

  return (
    <tr data-row>
      <td className="a-soft">
        <LocalTime at={row.at} show="moment" />
      </td>
      <th scope="row">
        {row.isStaff ? <bdi title={row.actor}>{shortId(row.actor)}</bdi> : knownWords(t, 'audit.by', row.actor)}
        {row.role ? <span className="a-sub">{t(`roles.${row.role}`)}</span> : null}
      </th>
      <td className="a-wrap">{knownWords(admin, 'act', row.act)}</td>
      <td>
        <Subject row={row} />
      </td>
      <td className="a-wrap">
        {row.reason ? (
          <span className="a-sub">
            {t('audit.reason')}: <bdi>{row.reason}</bdi>
          </span>
        ) : null}
        <Changes changes={row.changes} />
      </td>
      <td className="a-hide-m a-soft">
        <span className="a-id">{row.address ?? ''}</span>
      </td>
    </tr>
  )
}

function Subject({ row: { subject, subjectName } }: { row: AuditRow }) {
  if (subject.startsWith('ord_')) {
    return (
      <GoLink className="a-link a-id" href={`/admin/orders/${subject}`}>
        …{subject.slice(-6)}
      </GoLink>
    )
  }
  if (subjectName) return <bdi>{subjectName}</bdi>

  return (
    <span className="a-id a-soft" title={subject}>
      {shortId(subject)}
    </span>
  )
}

/** An id by its end; a name stays whole. */
function shortId(text: string): string {
  return /^[a-z]{3}_\w{26}$/.test(text) ? `…${text.slice(-6)}` : text
}

const SHOWN_CHANGES = 4

function Changes({ changes }: { changes: AuditChange[] }) {
  const t = useTranslations('admin-staff.audit')
  const list = changes.map((change) => <Change key={change.key} change={change} />)

  return changes.length <= SHOWN_CHANGES ? (
    list
  ) : (
    <details>
      <summary className="a-sub a-fold">{t('details', { count: changes.length })}</summary>
      {list}
    </details>
  )
}

function Change({ change: { key, before, after } }: { change: AuditChange }) {
  const t = useTranslations('admin-staff')
  const admin = useTranslations('admin')
  const say = (value: string | null) =>
    value === null
      ? t('audit.nothing')
      : hasWords(t, 'roles', value)
        ? knownWords(t, 'roles', value)
        : wordOf(admin, value)

  return (
    <span className="a-sub">
      {knownWords(admin, 'fact', key)}:{' '}
      <bdi>{before === null ? say(after) : t('audit.arrow', { before: say(before), after: say(after) })}</bdi>
    </span>
  )
}

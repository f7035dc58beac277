'use client'

import { useTranslations } from 'next-intl'
import { detailName, wordOf } from '#components/orders/admin/evidence.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { hasLabel, knownLabel, shortId } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { type Column, ColumnChoice, ListTable } from '#components/ui/admin/list-table.tsx'
import { CustomerLink } from '#components/ui/admin/record-links.tsx'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import type { AuditRow } from '#lib/operations/queries/admin-audit.ts'
import type { AuditChange } from '#lib/operations/rules/admin-audit.ts'

type Hidden = readonly ListColumn<'audit'>[]

/** On a phone a row becomes lines: what was done and when, who did it, then to what and how it changed. */
const LOG =
  'phone:[&_tbody_tr]:grid phone:[&_tbody_tr]:grid-cols-[minmax(0,1fr)_auto] phone:[&_tbody_tr]:border-b phone:[&_tbody_tr]:border-hair phone:[&_tbody_tr]:py-2 phone:[&_thead]:sr-only'
const LINE = 'phone:h-auto phone:border-0 phone:px-3.5 phone:py-0.5 phone:wrap-anywhere'

/** Acts as rows, newest first. */
export function AuditTable({ rows, hidden }: { rows: AuditRow[]; hidden: Hidden }) {
  const t = useTranslations('admin-staff.audit')
  const tAdmin = useTranslations('admin')

  return (
    <ListTable
      rows={rows}
      {...{ className: LOG, label: tAdmin('area.audit'), columns: useColumns(), hidden }}
      first={[
        {
          head: tAdmin('label.when'),
          className: `a-soft phone:col-start-2 phone:row-start-1 ${LINE}`,
          cell: ({ at }) => <LocalTime at={at} show="moment" />,
        },
        {
          head: t('actor'),
          className: `phone:col-span-full phone:row-start-2 phone:font-normal phone:whitespace-normal ${LINE}`,
          isName: true,
          cell: (row) => <Actor row={row} />,
        },
      ]}
    />
  )
}

export function AuditColumns({ hidden }: { hidden: Hidden }) {
  return <ColumnChoice list="audit" columns={useColumns()} hidden={hidden} />
}

function useColumns(): Column<AuditRow, ListColumn<'audit'>>[] {
  const t = useTranslations('admin-staff.audit')
  const admin = useTranslations('admin')

  return [
    {
      name: 'what',
      head: admin('label.what'),
      className: `whitespace-normal phone:min-w-32 phone:col-start-1 phone:row-start-1 phone:font-semibold ${LINE}`,
      cell: ({ act }) => knownLabel(admin, 'act', act),
    },
    {
      name: 'subject',
      head: t('subject'),
      className: `phone:col-span-full phone:whitespace-normal ${LINE}`,
      cell: (row) => <Subject row={row} />,
    },
    {
      name: 'change',
      head: t('change'),
      className: `whitespace-normal phone:min-w-32 phone:col-span-full ${LINE}`,
      cell: ({ reason, changes }) => (
        <>
          {reason ? (
            <span className="a-sub">
              {admin('label.reason')}: <bdi>{reason}</bdi>
            </span>
          ) : null}
          <Changes changes={changes} />
        </>
      ),
    },
    {
      name: 'network',
      head: t('network'),
      className: 'a-soft narrow:hidden',
      cell: ({ address }) => <span className="a-id">{address ?? ''}</span>,
    },
  ]
}

function Actor({ row: { isStaff, actor, customer, role } }: { row: AuditRow }) {
  const t = useTranslations('admin-staff')
  const tRole = useTranslations('admin.role')

  return (
    <>
      {isStaff ? <bdi title={actor}>{shortId(actor)}</bdi> : knownLabel(t, 'audit.by', actor)}
      {customer ? (
        <span className="a-sub">
          <bdi>{customer}</bdi>
        </span>
      ) : null}
      {role ? <span className="a-sub">{tRole(role)}</span> : null}
    </>
  )
}

/** What has a page of its own. */
const PAGES = [
  ['ord_', 'orders'],
  ['crd_', 'cards'],
] as const

function Subject({ row: { subject, subjectName, personId } }: { row: AuditRow }) {
  const [, area] = PAGES.find(([kind]) => subject.startsWith(kind)) ?? []
  if (area) {
    return (
      <Link className="a-link a-id" href={`/admin/${area}/${subject}`}>
        …{subject.slice(-6)}
      </Link>
    )
  }
  if (personId) {
    return <CustomerLink id={personId} name={subjectName} />
  }
  if (subjectName) return <bdi>{subjectName}</bdi>

  return (
    <span className="a-id a-soft" title={subject}>
      {shortId(subject)}
    </span>
  )
}

const SHOWN_CHANGES = 4

function Changes({ changes }: { changes: AuditChange[] }) {
  const t = useTranslations('admin-staff.audit')
  const list = changes.map((change) => <Change key={change.key} change={change} />)

  return changes.length <= SHOWN_CHANGES ? (
    list
  ) : (
    <details>
      <summary className="a-sub w-fit underline decoration-dotted underline-offset-[0.2em] after:content-['_+'] [[open]>&]:after:content-['_−']">
        {t('details', { count: changes.length })}
      </summary>
      {list}
    </details>
  )
}

function Change({ change: { key, before, after } }: { change: AuditChange }) {
  const t = useTranslations('admin-staff')
  const admin = useTranslations('admin')
  const say = (value: string | null) =>
    value === null
      ? admin('label.nothing')
      : hasLabel(admin, 'role', value)
        ? knownLabel(admin, 'role', value)
        : wordOf(admin, value)

  return (
    <span className="a-sub">
      {detailName(admin, key)}:{' '}
      <bdi>{before === null ? say(after) : t('audit.arrow', { before: say(before), after: say(after) })}</bdi>
    </span>
  )
}

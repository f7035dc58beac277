import { useTranslations } from 'next-intl'
import { DataTable } from '#components/admin/data-table.tsx'
import { ManagePerson } from '#components/admin/staff/manage-person.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Badge } from '#components/ui/badge.tsx'
import type { StaffListRow } from '#lib/domain/staff-account.ts'

type PeopleTableProps = { people: StaffListRow[]; ownId: string }

/** Who works here, with which role and factor. */
export function PeopleTable({ people, ownId }: PeopleTableProps) {
  const t = useTranslations('admin-staff')

  return (
    <DataTable
      label={t('people.title')}
      heads={[
        t('people.name'),
        { head: t('people.role'), className: 'a-hide-s' },
        t('people.factor'),
        { head: t('people.last'), className: 'a-hide-s' },
        { head: t('people.sessions'), className: 'a-num a-hide-s' },
        { head: t('people.manage'), isHidden: true },
      ]}
    >
      {people.map((person) => (
        <tr key={person.id}>
          <th scope="row" className="a-wrap">
            {person.name} {person.id === ownId ? <span className="a-soft">({t('people.you')})</span> : null}
            <span className="a-sub">
              <bdi>{person.email}</bdi>
            </span>
            <span className="a-sub a-only-s">
              <Role person={person} />
            </span>
          </th>
          <td className="a-hide-s">
            <Role person={person} />
          </td>
          <td>{person.hasFactor ? t('people.has') : <span className="a-soft">{t('people.hasNot')}</span>}</td>
          <td className="a-hide-s">
            {person.lastSignInAt ? (
              <LocalTime at={person.lastSignInAt} show="moment" />
            ) : (
              <span className="a-soft">{t('people.never')}</span>
            )}
          </td>
          <td className="a-num a-hide-s">{person.sessions}</td>
          <td className="a-num">
            <ManagePerson person={person} />
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

function Role({ person: { role, isDisabled } }: { person: StaffListRow }) {
  const t = useTranslations('admin-staff')

  return (
    <>
      {t(`roles.${role}`)} {isDisabled ? <Badge tone="wait">{t('people.out')}</Badge> : null}
    </>
  )
}

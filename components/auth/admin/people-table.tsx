import { useTranslations } from 'next-intl'
import { ManagePerson, TakeBack } from '#components/auth/admin/manage-person.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { type Column, ColumnChoice, ListTable } from '#components/ui/admin/list-table.tsx'
import { SplitRows } from '#components/ui/admin/panel.tsx'
import { Badge } from '#components/ui/badge.tsx'
import type { InviteRow, StaffListRow } from '#lib/auth/queries/admin-staff.ts'
import type { ListColumn } from '#lib/core/rules/lists.ts'

type Hidden = readonly ListColumn<'people'>[]

/** Who works here, with which role and factor. */
export function PeopleTable({ people, ownId, hidden }: { people: StaffListRow[]; ownId: string; hidden: Hidden }) {
  const t = useTranslations('admin-staff.people')
  const tLabel = useTranslations('admin.label')
  const tBulk = useTranslations('admin-bulk.search')

  return (
    <ListTable
      label={t('title')}
      rows={people}
      empty={tBulk('none')}
      first={[
        {
          ...{ head: tLabel('name'), className: 'whitespace-normal', isName: true },
          cell: (person) => (
            <>
              {person.name} {person.id === ownId ? <span className="a-soft">({t('you')})</span> : null}
              <span className="a-sub">
                <bdi>{person.email}</bdi>
              </span>
            </>
          ),
        },
      ]}
      {...{ columns: useColumns(), hidden }}
      last={[
        {
          ...{ head: { head: tLabel('change'), isHidden: true }, className: 'a-num' },
          cell: (person) => <ManagePerson person={person} />,
        },
      ]}
    />
  )
}

export function PeopleColumns({ hidden }: { hidden: Hidden }) {
  return <ColumnChoice list="people" columns={useColumns()} hidden={hidden} />
}

function useColumns(): Column<StaffListRow, ListColumn<'people'>>[] {
  const t = useTranslations('admin-staff.people')
  const tLabel = useTranslations('admin.label')
  const tStaff = useTranslations('admin-staff')

  return [
    { name: 'role', head: t('role'), cell: (person) => <Role person={person} /> },
    {
      name: 'factor',
      head: tStaff('factor.title'),
      cell: ({ hasFactor }) => (hasFactor ? tStaff('factor.appOn') : <span className="a-soft">{t('hasNot')}</span>),
    },
    {
      name: 'last',
      head: t('last'),
      cell: ({ lastSignInAt }) =>
        lastSignInAt ? (
          <LocalTime at={lastSignInAt} show="moment" />
        ) : (
          <span className="a-soft">{tLabel('never')}</span>
        ),
    },
    { name: 'sessions', head: t('sessions'), className: 'a-num', cell: ({ sessions }) => sessions },
  ]
}

function Role({ person: { role, isDisabled } }: { person: StaffListRow }) {
  const t = useTranslations('admin-staff')
  const tRole = useTranslations('admin.role')

  return (
    <>
      {tRole(role)} {isDisabled ? <Badge tone="wait">{t('people.out')}</Badge> : null}
    </>
  )
}

/** Who is invited and has not joined yet. */
export function InviteList({ invites }: { invites: InviteRow[] }) {
  const t = useTranslations('admin-staff')
  const tRole = useTranslations('admin.role')
  if (invites.length === 0) return <p className="a-emptyline">{t('invite.none')}</p>

  return (
    <SplitRows>
      {invites.map((invite) => (
        <li key={invite.id}>
          <span>
            <b>
              <bdi>{invite.email}</bdi>
            </b>
            <span className="a-sub">
              {tRole(invite.role)},{' '}
              {invite.isOver ? (
                t('invite.over')
              ) : (
                <>
                  {t('invite.until')} <LocalTime at={invite.expiresAt} show="moment" />
                </>
              )}
            </span>
          </span>
          <TakeBack id={invite.id} email={invite.email} />
        </li>
      ))}
    </SplitRows>
  )
}

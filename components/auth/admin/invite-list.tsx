import { useTranslations } from 'next-intl'
import { TakeBack } from '#components/auth/admin/take-back.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { InviteRow } from '#lib/auth/rules/staff-account.ts'

/** Who is invited and has not joined yet. */
export function InviteList({ invites }: { invites: InviteRow[] }) {
  const t = useTranslations('admin-staff')
  if (invites.length === 0) return <p className="a-emptyline">{t('invite.none')}</p>

  return (
    <ul className="a-list">
      {invites.map((invite) => (
        <li key={invite.id}>
          <span>
            <b>
              <bdi>{invite.email}</bdi>
            </b>
            <span className="a-sub">
              {t(`roles.${invite.role}`)},{' '}
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
    </ul>
  )
}

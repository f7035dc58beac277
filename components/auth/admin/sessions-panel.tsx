'use client'

import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ActionMessage } from '#components/ui/admin/form.tsx'
import { SplitRows } from '#components/ui/admin/panel.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { endOtherSessions, endSession } from '#lib/auth/client/staff.ts'
import type { StaffSessionRow } from '#lib/auth/queries/admin-staff.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'

/** Where somebody is signed in, and the way out of one place or of all others. */
export function SessionsPanel({ sessions }: { sessions: StaffSessionRow[] }) {
  const t = useTranslations('admin-staff.profile')
  const tAdmin = useTranslations('admin')
  const { run: end, message } = useAction({
    send: (work: () => Promise<number>) => work(),
    tell: (count) => t('ended', { count }),
  })

  return (
    <>
      <SplitRows>
        {sessions.map((session) => (
          <li key={session.id}>
            <span>
              <b>{session.browser ?? t('unknown')}</b>
              <span className="a-sub">
                {t(`by.${session.factor}`)} · {t('begun')} <LocalTime at={session.createdAt} show="moment" /> ·{' '}
                {t('seen')} <LocalTime at={session.lastSeenAt} show="moment" />
                {session.address ? (
                  <>
                    {' · '}
                    <bdi className="a-id">{session.address}</bdi>
                  </>
                ) : null}
              </span>
            </span>
            {session.isThis ? (
              <span className="badge">{t('this')}</span>
            ) : (
              <Button
                aria-label={t('endWhich', { browser: session.browser ?? t('unknown') })}
                onClick={(event) => {
                  keepPlace(event.currentTarget, '.a-list .btn', '.a-list + div .btn')
                  void end(async () => endSession(session.id).then(() => 1))
                }}
              >
                {tAdmin('account.signOut')}
              </Button>
            )}
          </li>
        ))}
      </SplitRows>
      <div className="p-3.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <Button onClick={() => end(endOtherSessions)}>{t('endOthers')}</Button>
        <ActionMessage message={message} variant="line" />
      </div>
    </>
  )
}

'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { OfflineReason } from '#components/orders/offline-reason.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import { endSession, signOutEverywhere } from '#lib/customers/client/account.ts'

type Session = {
  id: string
  browser: string | null
  address: string | null
  createdAt: Date
  lastSeenAt: Date
  isThis: boolean
}

/** Where a customer is signed in, and the way out of one place or of all. */
export function SessionList({ sessions }: { sessions: Session[] }) {
  const t = useTranslations('account.sessions')
  const router = useRouter()
  const isOnline = useOnline()
  const [said, setSaid] = useState('')

  async function end(id: string) {
    try {
      await endSession(id)
      setSaid(t('ended'))
      router.refresh()
    } catch {
      setSaid(t('failed'))
    }
  }

  async function endAll() {
    try {
      await signOutEverywhere()
      window.location.assign('/sign-in?left=1')
    } catch {
      setSaid(t('failed'))
    }
  }

  return (
    <>
      <ul className="account-list">
        {sessions.map(({ id, browser, address, createdAt, lastSeenAt, isThis }) => (
          <li key={id}>
            <span>
              <b>{browser ?? t('unknown')}</b>
              <small className="soft">
                {t.rich('times', {
                  begun: () => <LocalTime at={createdAt} show="moment" />,
                  seen: () => <LocalTime at={lastSeenAt} show="moment" />,
                })}
                {address ? (
                  <>
                    {' · '}
                    <bdi>{address}</bdi>
                  </>
                ) : null}
              </small>
            </span>
            {isThis ? (
              <Badge tone="good">{t('this')}</Badge>
            ) : (
              <Button
                size="small"
                disabled={!isOnline}
                aria-describedby="sessions-offline"
                aria-label={t('endWhich', { browser: browser ?? t('unknown') })}
                onClick={(event) => {
                  keepPlace(event.currentTarget, '.account-list .btn', '.account-list + .actions .btn')
                  void end(id)
                }}
              >
                {t('end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="actions">
        <Button disabled={!isOnline} aria-describedby="sessions-offline" onClick={endAll}>
          {t('everywhere')}
        </Button>
        <OfflineReason id="sessions-offline" />
        <span className="small soft" role="status">
          {said}
        </span>
      </p>
    </>
  )
}

'use client'

import { useTranslations } from 'next-intl'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { useOnline } from '#lib/core/client/use-online.ts'

/** `backTo` selects what takes the focus when the look was taken. */
type LostAnswerProps = { className?: string; backTo: string; onLooked: () => void }

/**
 * Says that the answer to an act was lost, and leads to a look at how things stand. Stands in the place of the button that
 * was pressed: whether pressing it again is right, only the newest state can tell.
 */
export function LostAnswer({ className, backTo, onLooked }: LostAnswerProps) {
  const t = useTranslations('order.lost')
  const isOnline = useOnline()
  const { refresh, isReading: isLooking } = useRefresh()
  const button = useRef<HTMLButtonElement>(null)

  // What was pressed has gone: whoever works by keys goes on from here, before `keepPlace` looks for another place.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) button.current?.focus()
  }, [])

  const readAgain = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // Nothing of it may be left: then the act had arrived.
    keepPlace(currentTarget, backTo, 'main h1')
    refresh(onLooked)
  }

  return (
    <Notice tone="wait" role="alert" className={className ?? ''}>
      <p>{t('body')}</p>
      <p className="actions mt-3">
        <Button ref={button} size="small" disabled={isLooking || !isOnline} onClick={readAgain}>
          {t(isLooking ? 'looking' : 'look')}
        </Button>
      </p>
      {isOnline ? null : <p className="small mt-2">{t('offline')}</p>}
    </Notice>
  )
}

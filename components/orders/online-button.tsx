'use client'

import { useTranslations } from 'next-intl'
import { type ComponentProps, useId } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useOnline } from '#lib/core/client/use-online.ts'

type OnlineButtonProps = Omit<ComponentProps<typeof Button>, 'aria-describedby'> & {
  /** The id of the reason that several buttons share. Without it the button is followed by its own. */
  says?: string
}

/** A button that waits while there is no connection, and says so. */
export function OnlineButton({ says, disabled = false, ...rest }: OnlineButtonProps) {
  const own = useId()

  return (
    <>
      <Button {...rest} disabled={!useOnline() || disabled} aria-describedby={says ?? own} />
      {says === undefined ? <OfflineReason id={own} /> : null}
    </>
  )
}

/** Why a button waits: there is no connection. Nothing while there is one. */
export function OfflineReason({ id }: { id: string }) {
  const t = useTranslations('order.lost')

  return (
    <span id={id} className="small soft block empty:hidden" role="status">
      {useOnline() ? null : t('offline')}
    </span>
  )
}

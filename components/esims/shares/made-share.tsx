'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { CopyButton } from '#components/esims/copy-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { MadeShare as Made } from '#lib/esims/client/shares.ts'

/** Link and PIN of a share that was just made: two things that go two ways. */
export function MadeShare({ made, destination }: { made: Made; destination: string }) {
  const t = useTranslations('share.made')
  const box = useRef<HTMLDivElement>(null)
  const canSend = useSyncExternalStore(
    () => () => {},
    () => 'share' in navigator,
    () => false,
  )

  // The button that made it is gone; the focus goes on to what came in its place.
  useEffect(() => {
    box.current?.focus()
  }, [])

  const send = () => {
    // Whoever closes the sheet of the phone has sent nothing, and knows it.
    void navigator.share({ title: t('title', { destination }), url: made.url }).catch(() => {})
  }

  return (
    <div className="stack share-made" ref={box} tabIndex={-1}>
      <Notice tone="wait">{t('once')}</Notice>
      <div className="share-ways">
        <div>
          <p className="cap">{t('link')}</p>
          <code className="share-link ltr">{made.url}</code>
          <div className="actions mt-2">
            {canSend ? (
              <Button size="small" tone="ink" onClick={send}>
                <Icon name="forward" />
                {t('send')}
              </Button>
            ) : null}
            <CopyButton name={t('link')} value={made.url} />
          </div>
        </div>
        <div>
          <p className="cap">{t('pin')}</p>
          <p className="share-pin num">
            <bdi>{made.pin}</bdi>
          </p>
          <p className="small soft">{t('pinWhy')}</p>
          <div className="actions mt-2">
            <CopyButton name={t('pin')} value={made.pin} />
          </div>
        </div>
      </div>
    </div>
  )
}

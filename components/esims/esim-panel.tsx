'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { InstallPanel } from '#components/esims/install-panel.tsx'
import { RevealedCode } from '#components/esims/revealed-code.tsx'
import { UnrevealedCode } from '#components/esims/unrevealed-code.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Badge } from '#components/ui/badge.tsx'
import type { Device } from '#lib/catalog/rules/device.ts'
import type { OpenedCard } from '#lib/settings/rules/shop.ts'

type EsimPanelProps = {
  card: { id: string; revealedAt: Date | null }
  n: number
  total: number
  /** The code, when this card was opened before; null while it is sealed. */
  opened: OpenedCard | null
  device: Device
  deadline: Date | null
  /** Where it can go back; null for somebody who did not buy it. */
  returnHref: string | null
  qrName: string
  fileName: string
  /** What the server wrote: the mark of the shop, the facts, the steps for both states, and how far a return is. */
  slots: {
    brand: ReactNode
    facts: ReactNode
    before: ReactNode
    after: ReactNode
    more: ReactNode
    returning: ReactNode
  }
}

/** One eSIM as a boarding pass. Sealed, it holds nothing of its code; opened, QR code and values. */
export function EsimPanel({ card, n, total, opened, device, slots, ...stub }: EsimPanelProps) {
  const t = useTranslations('card')
  const router = useRouter()
  const [revealed, setRevealed] = useState<OpenedCard | null>(null)
  const codeSide = useRef<HTMLDivElement>(null)
  const isReturning = slots.returning !== null
  // A code that is going back is of no use to anybody.
  const code = isReturning ? null : (revealed ?? opened)
  const openedAt = card.revealedAt ?? (revealed ? new Date() : null)

  // The button that opened it is gone; the focus goes on to what came in its place.
  useEffect(() => {
    if (revealed) codeSide.current?.focus()
  }, [revealed])

  const show = (answer: OpenedCard) => {
    setRevealed(answer)
    router.refresh()
  }

  return (
    <>
      <article className="ticket pass" aria-label={t('nOfMany', { n, total })}>
        <header className="pass-head">
          {slots.brand}
          <span className="pass-count num">{t('nOfMany', { n, total })}</span>
          {code ? (
            <Badge tone="good" icon="check">
              <span>{openedAt ? t.rich('opened', { at: () => <LocalTime at={openedAt} show="moment" /> }) : null}</span>
            </Badge>
          ) : isReturning ? null : (
            <Badge tone="good" icon="lock">
              {t('sealed')}
            </Badge>
          )}
        </header>
        <div className="pass-main">
          {slots.facts}
          {code ? (
            <p className="small soft print-only">
              {t('iccid')} <bdi className="num">{code.iccid}</bdi>
            </p>
          ) : null}
          {code ? slots.after : isReturning ? null : slots.before}
        </div>
        <div className="pass-stub" ref={codeSide} tabIndex={-1}>
          {code ? (
            <RevealedCode opened={code} qrName={stub.qrName} fileName={stub.fileName} />
          ) : isReturning ? (
            slots.returning
          ) : (
            <UnrevealedCode cardId={card.id} deadline={stub.deadline} returnHref={stub.returnHref} onOpened={show} />
          )}
        </div>
      </article>
      {code ? (
        <div className="pair">
          <InstallPanel opened={code} device={device} />
          {slots.more}
        </div>
      ) : null}
    </>
  )
}

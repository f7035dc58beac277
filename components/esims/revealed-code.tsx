'use client'

import { useTranslations } from 'next-intl'
import { QrCode } from '#components/esims/qr-code.tsx'
import { Button, ButtonLink } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { qrImageHref } from '#lib/esims/client/esims.ts'
import type { OpenedCard } from '#lib/settings/rules/shop.ts'

type RevealedCodeProps = { opened: OpenedCard; qrName: string; fileName: string }

/** An opened eSIM: the QR code, as a picture to keep and on paper. */
export function RevealedCode({ opened, qrName, fileName }: RevealedCodeProps) {
  const t = useTranslations('card.qr')

  return (
    <div className="stack">
      <p className="cap text-center">{t('caption')}</p>
      <QrCode code={opened.activationCode} name={qrName} />
      <div className="actions no-print justify-center">
        <ButtonLink size="small" href={qrImageHref(opened.id)} download={fileName}>
          <Icon name="download" />
          {t('save')}
        </ButtonLink>
        <Button size="small" onClick={() => window.print()}>
          <Icon name="print" />
          {t('print')}
        </Button>
      </div>
    </div>
  )
}

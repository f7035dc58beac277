import { useTranslations } from 'next-intl'
import { DeletedCode } from '#components/esims/deleted-code.tsx'
import { EsimPanel } from '#components/esims/esim-panel.tsx'
import { PassFacts } from '#components/esims/pass-facts.tsx'
import { SealDrawing } from '#components/esims/seal-drawing.tsx'
import { AfterInstalling, BeforeOpening, GoodToKnow } from '#components/esims/steps.tsx'
import { Logo } from '#components/ui/layout/logo.tsx'
import type { StoreFacts } from '#components/ui/layout/store-facts.ts'
import type { Device } from '#lib/catalog/rules/device.ts'
import type { SharedCard } from '#lib/esims/rules/shares.ts'
import type { OpenedCard } from '#lib/settings/rules/shop.ts'

type SharedEsimPanelProps = { card: SharedCard; store: StoreFacts; opened: OpenedCard | null; device: Device }

/** One eSIM as a boarding pass for whom it was given to: what it is and how to install it, nothing of its order. */
export function SharedEsimPanel({ card, store, opened, device }: SharedEsimPanelProps) {
  const t = useTranslations()
  const { plan } = card

  return (
    <EsimPanel
      card={{ id: card.id, revealedAt: card.revealedAt }}
      n={1}
      total={1}
      opened={opened}
      device={device}
      deadline={null}
      returnHref={null}
      qrName={t('card.qr.name', { n: 1, total: 1, destination: plan.destination.name })}
      fileName={`esim-${card.iccidLast4}.png`}
      slots={{
        brand: <Logo store={store} href="/" label={store.name} />,
        facts: <PassFacts line={plan} card={card} n={1} />,
        before: <BeforeOpening line={plan} />,
        after: <AfterInstalling line={plan} />,
        more: <GoodToKnow line={plan} />,
        returning: card.isGoingBack ? (
          <div className="stack">
            <SealDrawing isHere={false} />
            <div>
              <h3 className="stub-title">{t('share.page.goingBack')}</h3>
              <p className="mt-1.5">{t('share.page.goingBackBody')}</p>
            </div>
          </div>
        ) : card.codeRemovedAt ? (
          <DeletedCode at={card.codeRemovedAt} />
        ) : null,
      }}
    />
  )
}

import { useTranslations } from 'next-intl'
import { CancellingNotice } from '#components/esims/cancelling-notice.tsx'
import { DeletedCode } from '#components/esims/deleted-code.tsx'
import { EsimPanel } from '#components/esims/esim-panel.tsx'
import { PassFacts } from '#components/esims/pass-facts.tsx'
import { AfterInstalling, BeforeOpening, GoodToKnow } from '#components/esims/steps.tsx'
import type { PlacedCard } from '#components/orders/card-list.ts'
import { Logo } from '#components/ui/layout/logo.tsx'
import type { StoreFacts } from '#components/ui/layout/store-facts.ts'
import type { Device } from '#lib/catalog/rules/device.ts'
import type { OpenedCard } from '#lib/settings/rules/shop.ts'

type DeliveredEsimProps = {
  placed: PlacedCard
  orderNumber: string
  store: StoreFacts
  opened: OpenedCard | null
  device: Device
  returnHref: string
}

/** A card of an order as its boarding pass, with everything the server knows about it. */
export function DeliveredEsim({ placed, orderNumber, store, opened, device, returnHref }: DeliveredEsimProps) {
  const t = useTranslations('card')
  const { card, line, n, total } = placed
  const isReturning = card.return.state !== 'none' && card.return.state !== 'refused'

  const deleted = card.codeRemovedAt ? <DeletedCode at={card.codeRemovedAt} /> : null

  return (
    <EsimPanel
      card={{ id: card.id, revealedAt: card.revealedAt }}
      n={n}
      total={total}
      opened={opened}
      device={device}
      deadline={card.return.answer === 'yes' ? card.return.until : null}
      returnHref={returnHref}
      qrName={t('qr.name', { n, total, destination: line.destination.name })}
      fileName={`esim-${orderNumber}-${n}.png`}
      slots={{
        brand: <Logo store={store} href="/" label={store.name} />,
        facts: <PassFacts line={line} card={card} n={n} orderNumber={orderNumber} />,
        before: <BeforeOpening line={line} />,
        after: <AfterInstalling line={line} />,
        more: <GoodToKnow line={line} />,
        returning: isReturning ? <CancellingNotice card={card} /> : deleted,
      }}
    />
  )
}

import { useTranslations } from 'next-intl'
import { DeletedStub } from '#components/cards/deleted-stub.tsx'
import { EsimPass } from '#components/cards/esim-pass.tsx'
import { PassFacts } from '#components/cards/pass-facts.tsx'
import { ReturningStub } from '#components/cards/returning-stub.tsx'
import { AfterInstalling, BeforeOpening, GoodToKnow } from '#components/cards/steps.tsx'
import { Logo } from '#components/layout/logo.tsx'
import type { StoreFacts } from '#components/layout/store-facts.ts'
import type { PlacedCard } from '#components/orders/card-list.ts'
import type { Device } from '#lib/domain/device.ts'
import type { OpenedCard } from '#lib/domain/shop.ts'

type PlacedPassProps = {
  placed: PlacedCard
  orderNumber: string
  store: StoreFacts
  opened: OpenedCard | null
  device: Device
  returnHref: string
}

/** A card of an order as its boarding pass, with everything the server knows about it. */
export function PlacedPass({ placed, orderNumber, store, opened, device, returnHref }: PlacedPassProps) {
  const t = useTranslations('card')
  const { card, line, n, total } = placed
  const isReturning = card.return.state !== 'none' && card.return.state !== 'refused'

  const deleted = card.codeRemovedAt ? <DeletedStub at={card.codeRemovedAt} /> : null

  return (
    <EsimPass
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
        returning: isReturning ? <ReturningStub card={card} /> : deleted,
      }}
    />
  )
}

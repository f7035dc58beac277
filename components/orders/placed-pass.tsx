import { useTranslations } from 'next-intl'
import { DeletedStub } from '#components/esims/deleted-stub.tsx'
import { EsimPass } from '#components/esims/esim-pass.tsx'
import { PassFacts } from '#components/esims/pass-facts.tsx'
import { ReturningStub } from '#components/esims/returning-stub.tsx'
import { AfterInstalling, BeforeOpening, GoodToKnow } from '#components/esims/steps.tsx'
import type { PlacedCard } from '#components/orders/card-list.ts'
import { Logo } from '#components/ui/layout/logo.tsx'
import type { StoreFacts } from '#components/ui/layout/store-facts.ts'
import type { Device } from '#lib/catalog/rules/device.ts'
import type { OpenedCard } from '#lib/settings/rules/shop.ts'

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

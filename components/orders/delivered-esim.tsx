import { useTranslations } from 'next-intl'
import { CancellingNotice } from '#components/esims/cancelling-notice.tsx'
import { DeletedCode } from '#components/esims/deleted-code.tsx'
import { EsimPanel } from '#components/esims/esim-panel.tsx'
import { PassFacts } from '#components/esims/pass-facts.tsx'
import { AfterInstalling, BeforeOpening, GoodToKnow } from '#components/esims/steps.tsx'
import type { PlacedEsim } from '#components/orders/esim-list.ts'
import { Logo } from '#components/ui/layout/logo.tsx'
import type { StoreFacts } from '#components/ui/layout/store-facts.ts'
import type { Device } from '#lib/catalog/rules/device.ts'
import type { OpenedEsim } from '#lib/settings/rules/shop.ts'

type DeliveredEsimProps = {
  placed: PlacedEsim
  orderNumber: string
  store: StoreFacts
  opened: OpenedEsim | null
  device: Device
}

/** An eSIM of an order as its boarding pass, with everything the server knows about it. */
export function DeliveredEsim({ placed, orderNumber, store, opened, device }: DeliveredEsimProps) {
  const t = useTranslations('card')
  const { esim, item, n, total } = placed
  const isReturning = esim.return.state !== 'none' && esim.return.state !== 'refused'

  const deleted = esim.codeRemovedAt ? <DeletedCode at={esim.codeRemovedAt} /> : null

  return (
    <EsimPanel
      esim={{ id: esim.id, revealedAt: esim.revealedAt }}
      n={n}
      total={total}
      opened={opened}
      device={device}
      deadline={esim.return.answer === 'yes' ? esim.return.until : null}
      isShared={false}
      qrName={t('qr.name', { n, total, destination: item.destination.name })}
      fileName={`esim-${orderNumber}-${n}.png`}
      slots={{
        brand: <Logo store={store} href="/" label={store.name} />,
        facts: <PassFacts item={item} esim={esim} n={n} orderNumber={orderNumber} />,
        before: <BeforeOpening item={item} />,
        after: <AfterInstalling item={item} />,
        more: <GoodToKnow item={item} />,
        returning: isReturning ? <CancellingNotice esim={esim} /> : deleted,
      }}
    />
  )
}

import { useTranslations } from 'next-intl'
import { DeletedCode } from '#components/esims/deleted-code.tsx'
import { EsimPanel } from '#components/esims/esim-panel.tsx'
import { KeepOffline } from '#components/esims/keep-offline.tsx'
import { PassFacts } from '#components/esims/pass-facts.tsx'
import { SealDrawing } from '#components/esims/seal-drawing.tsx'
import { AfterInstalling, BeforeOpening, GoodToKnow } from '#components/esims/steps.tsx'
import { TakeAlong } from '#components/esims/take-along.tsx'
import { Troubleshooting } from '#components/esims/troubleshooting.tsx'
import { UsagePanel } from '#components/esims/usage-panel.tsx'
import { Logo } from '#components/ui/layout/logo.tsx'
import type { StoreFacts } from '#components/ui/layout/store-facts.ts'
import { apnOf } from '#lib/catalog/rules/apn.ts'
import type { Device } from '#lib/catalog/rules/device.ts'
import { lastInstallMinute } from '#lib/catalog/rules/install-deadline.ts'
import { keptUntil } from '#lib/checkout/rules/kept-until.ts'
import type { SharedCard } from '#lib/esims/rules/shares.ts'
import type { UsageView } from '#lib/esims/rules/usage.ts'
import type { OpenedCard } from '#lib/settings/rules/shop.ts'

type SharedEsimProps = {
  path: string
  card: SharedCard
  opened: OpenedCard | null
  usage: UsageView | null
  /** Whether there is a date to put into a calendar. */
  hasDates: boolean
  /** Whether the network tells which networks a card may use. */
  asksNetwork: boolean
  store: StoreFacts
  device: Device
  now: Date
}

/** Everything that somebody sees of an eSIM that was given to them. */
export function SharedEsim({ path, card, opened, usage, store, device, now, ...page }: SharedEsimProps) {
  const t = useTranslations('share.page')
  const { plan, activateBefore } = card
  const { hasDates, asksNetwork } = page
  const deadline = activateBefore ? lastInstallMinute(activateBefore) : null
  const until = opened ? keptUntil({ endsAt: usage?.facts?.endsAt ?? null, deadline, days: plan.days, now }) : null
  const keep = <KeepOffline path={path} until={until} />

  return (
    <div className="wrap">
      <div className="order-head">
        <p className="soft">{t('for')}</p>
        <h1>{card.travellerName ? <bdi>{card.travellerName}</bdi> : t('title')}</h1>
      </div>
      <SharedEsimPanel card={card} store={store} opened={opened} device={device} />
      <div className="panels">
        {usage ? <UsagePanel cardId={card.id} usage={usage} iso2={plan.destination.iso2} now={now} /> : null}
        {opened ? (
          <>
            <TakeAlong cardId={card.id} hasDates={hasDates}>
              {keep}
            </TakeAlong>
            <Troubleshooting
              destination={plan.destination.name}
              iccidLast4={card.iccidLast4}
              apn={apnOf(plan.words)}
              networks={plan.networks}
              asksAbout={asksNetwork ? card.id : null}
              writeHref="/contact?topic=no_service"
            />
          </>
        ) : (
          keep
        )}
      </div>
    </div>
  )
}

type SharedEsimPanelProps = { card: SharedCard; store: StoreFacts; opened: OpenedCard | null; device: Device }

/** One eSIM as a boarding pass for whom it was given to: what it is and how to install it, nothing of its order. */
function SharedEsimPanel({ card, store, opened, device }: SharedEsimPanelProps) {
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

import { useLocale, useTranslations } from 'next-intl'
import { EsimPanel } from '#components/esims/esim-panel.tsx'
import { DeletedCode, EsimPanelDetails, NoCode } from '#components/esims/esim-panel-details.tsx'
import { KeepOffline } from '#components/esims/keep-offline.tsx'
import { AfterInstalling, BeforeOpening, GoodToKnow, TakeAlong } from '#components/esims/steps.tsx'
import { Troubleshooting } from '#components/esims/troubleshooting.tsx'
import { UsagePanel } from '#components/esims/usage-panel.tsx'
import { Logo } from '#components/ui/layout/site-header.tsx'
import type { StoreDetails } from '#components/ui/layout/store-details.tsx'
import type { Device } from '#lib/catalog/rules/device.ts'
import { apnOf, lastInstallMinute } from '#lib/catalog/rules/plan.ts'
import { keptUntil } from '#lib/checkout/rules/quote.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { SharedEsimView } from '#lib/esims/queries/shares.ts'
import type { UsageView } from '#lib/esims/rules/usage.ts'
import type { OpenedEsim } from '#lib/settings/rules/shop.ts'

type SharedEsimProps = {
  path: string
  esim: SharedEsimView
  opened: OpenedEsim | null
  usage: UsageView | null
  /** Whether there is a date to put into a calendar. */
  hasDates: boolean
  /** Whether the network tells which networks an eSIM may use. */
  asksNetwork: boolean
  store: StoreDetails
  device: Device
  now: Date
}

/** Everything that somebody sees of an eSIM that was given to them. */
export function SharedEsim({ path, esim, opened, usage, store, device, now, ...page }: SharedEsimProps) {
  const t = useTranslations('share.page')
  const { plan, activateBefore } = esim
  const { hasDates, asksNetwork } = page
  const deadline = activateBefore ? lastInstallMinute(activateBefore) : null
  const until = opened ? keptUntil({ endsAt: usage?.facts?.endsAt ?? null, deadline, days: plan.days, now }) : null
  const keep = <KeepOffline path={path} until={until} />

  return (
    <div className="wrap">
      <div className="order-head">
        <p className="soft">{t('for')}</p>
        <h1>{esim.travellerName ? <bdi>{esim.travellerName}</bdi> : t('title')}</h1>
      </div>
      <SharedEsimPanel esim={esim} store={store} opened={opened} device={device} />
      <div className="panels">
        {usage ? <UsagePanel esimId={esim.id} usage={usage} iso2={plan.destination.iso2} now={now} /> : null}
        {opened ? (
          <>
            <TakeAlong esimId={esim.id} hasDates={hasDates}>
              {keep}
            </TakeAlong>
            <Troubleshooting
              destination={plan.destination.name}
              iccidLast4={esim.iccidLast4}
              apn={apnOf(plan.words)}
              networks={plan.networks}
              asksAbout={asksNetwork ? esim.id : null}
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

type SharedEsimPanelProps = { esim: SharedEsimView; store: StoreDetails; opened: OpenedEsim | null; device: Device }

/** One eSIM as a boarding pass for whom it was given to: what it is and how to install it, nothing of its order. */
function SharedEsimPanel({ esim, store, opened, device }: SharedEsimPanelProps) {
  const t = useTranslations()
  const { plan } = esim

  return (
    <EsimPanel
      esim={{ id: esim.id, revealedAt: esim.revealedAt }}
      n={1}
      total={1}
      opened={opened}
      device={device}
      deadline={null}
      isShared
      qrName={t('card.qr.name', { n: 1, total: 1, destination: plan.destination.name })}
      fileName={`esim-${esim.iccidLast4}.png`}
      slots={{
        brand: <Logo store={store} href={localePath(toLocale(useLocale()), '/')} label={store.name} />,
        facts: <EsimPanelDetails item={plan} esim={esim} n={1} />,
        before: <BeforeOpening item={plan} />,
        after: <AfterInstalling item={plan} />,
        more: <GoodToKnow item={plan} />,
        returning: esim.isGoingBack ? (
          <NoCode heading={t('share.page.goingBack')}>{t('share.page.goingBackBody')}</NoCode>
        ) : esim.codeRemovedAt ? (
          <DeletedCode at={esim.codeRemovedAt} />
        ) : null,
      }}
    />
  )
}

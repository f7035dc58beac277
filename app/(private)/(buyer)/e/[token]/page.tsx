import { getTranslations } from 'next-intl/server'
import { currentDevice } from '#app/(private)/(buyer)/o/[orderId]/open-order.ts'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { FinderPage } from '#app/(private)/finder-page.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { storeDetails } from '#app/(shop)/store.ts'
import { KeepOffline } from '#components/esims/keep-offline.tsx'
import { PinForm } from '#components/esims/shares/pin-form.tsx'
import { SharedEsim } from '#components/esims/shares/shared-esim.tsx'
import { currentCaller } from '#lib/auth/caller.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { isRecordOn } from '#lib/esims/commands/esim-record.ts'
import { openedEsim } from '#lib/esims/commands/reveal-esim.ts'
import { getSharedEsim } from '#lib/esims/queries/shares.ts'
import { getEsimDates, getUsage } from '#lib/esims/queries/usage.ts'

export const generateMetadata = () => ownTitle('share.page', (t) => t('title'))

/** One eSIM for whom it was given to, behind its PIN. Looking opens nothing and spends nothing. */
export default async function SharedEsimPage({ params }: PageProps<'/e/[token]'>) {
  const { token } = await params
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'share' })
  const caller = await currentCaller()
  const now = new Date()
  const shared = await getSharedEsim(caller, token, now, locale)
  const path = `/e/${token}`
  if (shared.kind === 'open') {
    const { esim } = shared
    const usage = esim.revealedAt ? ((await getUsage([esim.id], now))[esim.id] ?? null) : null
    const isHere = esim.revealedAt && !esim.codeRemovedAt && !esim.isGoingBack
    const opened = isHere ? await openedEsim(caller, esim.id) : null
    const dates = opened ? await getEsimDates(caller, esim.id, { now, locale }) : null

    return (
      <BuyerFrame locale={locale}>
        <SharedEsim
          {...{ path, esim, opened, usage, now }}
          hasDates={dates !== null && (dates.installBy !== null || dates.endsAt !== null)}
          asksNetwork={isRecordOn()}
          store={await storeDetails()}
          device={await currentDevice()}
        />
      </BuyerFrame>
    )
  }
  const messageKey = shared.kind === 'ended' ? shared.end : shared.kind

  return (
    <FinderPage locale={locale} title={t(`page.heading.${messageKey}`)} lead={t(`page.body.${messageKey}`)}>
      {shared.kind === 'locked' ? <PinForm token={token} /> : null}
      {/* A copy that this device kept goes with the right to see it. */}
      <KeepOffline path={path} until={null} />
    </FinderPage>
  )
}

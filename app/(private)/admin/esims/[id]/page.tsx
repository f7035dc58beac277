import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { UsageCurve } from '#components/esims/admin/esim-filters.tsx'
import { EligibilityPanel, EsimActions, PlanSteps, ShareList } from '#components/esims/admin/esim-panels.tsx'
import { ReadAgain } from '#components/esims/admin/read-again.tsx'
import { EsimRecordPanel } from '#components/esims/admin/record-panel.tsx'
import { TopUpPanel } from '#components/esims/admin/top-up-panel.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { SupportText } from '#components/reconciliation/admin/outcomes.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { DescriptionList } from '#components/ui/admin/panel.tsx'
import { CustomerLink, OrderLink } from '#components/ui/admin/record-links.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { staffPayments } from '#lib/checkout/commands/staff-orders.ts'
import { can } from '#lib/core/rules/caller.ts'
import { cancellationEligibility } from '#lib/esims/commands/eligibility.ts'
import { isRecordOn } from '#lib/esims/commands/esim-record.ts'
import { type AdminEsimPage, getAdminEsim } from '#lib/esims/queries/admin-esims.ts'
import { esimPageSchema, esimSupportText } from '#lib/esims/rules/admin-esims.ts'
import { esimTitle } from '#lib/orders/queries/admin-titles.ts'
import { detailTitle, staffHere, staffOrSignIn } from '../../staff.ts'

type Props = PageProps<'/admin/esims/[id]'>

export const generateMetadata = async ({ params }: Props) =>
  detailTitle(await esimTitle(await staffHere(), (await params).id), 'cards')

export default async function EsimPage({ params, searchParams }: Props) {
  const { id } = await params
  const { readings } = esimPageSchema.parse(await searchParams)
  const staff = await staffOrSignIn(filterAddress(`/admin/esims/${id}`, { readings }))
  await privateLocale()
  const esim = await getAdminEsim(staff, id, readings)
  if (!esim) notFound()
  const eligibility = await cancellationEligibility(staff, id)
  const t = await getTranslations('admin-desk')
  const tAdmin = await getTranslations('admin')
  const payments = can(staff, 'orders.make') ? await staffPayments(staff) : []
  const canRequest = can(staff, 'iccids.see')

  return (
    <StaffMessages namespace={['admin-acts', 'admin-desk', 'admin-reconciliation']}>
      <nav className="a-meta" aria-label={tAdmin('orderPage.way')}>
        <Link className="a-link" href="/admin/esims">
          {tAdmin('area.cards')}
        </Link>
      </nav>
      <div className="a-head">
        <h1 className="a-id wrap-anywhere whitespace-normal">{esim.iccid}</h1>
        <p className="a-meta">
          {t.rich('card.sold', {
            order: () => <OrderLink {...esim.order} />,
          })}{' '}
          {esim.isMasked ? t('card.masked') : null}
        </p>
        {canRequest ? <SupportText text={esimSupportText(esim, eligibility.facts)} /> : null}
      </div>
      <div className="grid min-w-0 content-start gap-4 grid-cols-1">
        <EsimDetails esim={esim} now={new Date()} />
        <EligibilityPanel eligibility={eligibility}>{canRequest ? <ReadAgain esimId={id} /> : null}</EligibilityPanel>
        <PlanSteps steps={esim.steps} now={new Date()} />
        <UsageCurve esimId={id} {...esim.readings} />
        <ShareList shares={esim.shares} />
        {payments.length > 0 ? <TopUpPanel esimId={id} payments={payments} /> : null}
        <EsimActions esim={esim} staff={staff} canGoBack={eligibility.answer !== 'no'} />
        <EsimRecordPanel esimId={id} isOn={isRecordOn()} canRequest={canRequest} />
      </div>
    </StaffMessages>
  )
}

async function EsimDetails({ esim, now }: { esim: AdminEsimPage; now: Date }) {
  const t = await getTranslations('admin-desk.card')
  const tAdmin = await getTranslations('admin')
  const { customer, signalReadAt } = esim

  return (
    <section className="a-panel" aria-label={tAdmin('label.esim')}>
      <DescriptionList
        pairs={[
          { name: tAdmin('label.customer'), value: <CustomerLink id={customer.id} name={customer.email || null} /> },
          ...(esim.traveller ? [{ name: tAdmin('label.traveller'), value: <bdi>{esim.traveller}</bdi> }] : []),
          { name: t('fact.code'), value: t(esim.hasCode ? 'codeHere' : 'codeMissing') },
          {
            name: t('fact.revealed_at'),
            value: esim.openedAt ? (
              <>
                <LocalTime at={esim.openedAt} show="moment" />{' '}
                {esim.openedBy ? tAdmin(`card.by_${esim.openedBy}`) : null}
              </>
            ) : (
              t('nobody')
            ),
          },
          { name: t('fact.return'), value: knownLabel(tAdmin, 'cancel', esim.cancelState) },
          {
            name: t('fact.profile'),
            value: (
              <>
                <bdi>{esim.profileStatus ?? t('notReported')}</bdi>
                <span className="a-sub">
                  {signalReadAt
                    ? tAdmin.rich('label.ago', { age: () => <RelativeTime since={signalReadAt} now={now} /> })
                    : t('never')}
                </span>
              </>
            ),
          },
          { name: t('fact.share'), value: <MoneyAmount minor={esim.priceShareMinor} currency={esim.order.currency} /> },
        ]}
      />
    </section>
  )
}

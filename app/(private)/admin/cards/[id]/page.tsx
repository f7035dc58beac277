import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { CustomerLink } from '#components/customers/admin/customer-link.tsx'
import { CardActs } from '#components/esims/admin/card-acts.tsx'
import { EligibilityPanel } from '#components/esims/admin/eligibility-panel.tsx'
import { PlanSteps } from '#components/esims/admin/plan-steps.tsx'
import { ReadAgain } from '#components/esims/admin/read-again.tsx'
import { CardRecordPanel } from '#components/esims/admin/record-panel.tsx'
import { ShareList } from '#components/esims/admin/share-list.tsx'
import { TopUpPanel } from '#components/esims/admin/top-up-panel.tsx'
import { UsageCurve } from '#components/esims/admin/usage-curve.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { SupportText } from '#components/reconciliation/admin/support-text.tsx'
import { DescriptionList } from '#components/ui/admin/description-list.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import { Sum } from '#components/ui/admin/sum.tsx'
import { staffPayments } from '#lib/checkout/commands/staff-terms.ts'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { can } from '#lib/core/rules/caller.ts'
import { cancellationEligibility } from '#lib/esims/commands/cards/cancellation-eligibility.ts'
import { isRecordOn } from '#lib/esims/commands/cards/card-record.ts'
import { getAdminCard } from '#lib/esims/queries/admin-card-page.ts'
import { type AdminCardPage, cardPageSchema } from '#lib/esims/rules/admin-cards.ts'
import { cardSupportText } from '#lib/esims/rules/card-support-text.ts'
import { cardTitle } from '#lib/orders/queries/admin-titles.ts'
import { detailTitle } from '../../admin-title.ts'
import { staffHere, staffOrSignIn } from '../../staff.ts'
import '../cards.css'

type Props = PageProps<'/admin/cards/[id]'>

export async function generateMetadata({ params }: Props) {
  return detailTitle(await cardTitle(await staffHere(), (await params).id), 'cards')
}

export default async function CardPage({ params, searchParams }: Props) {
  const { id } = await params
  const { readings } = cardPageSchema.parse(await searchParams)
  const staff = await staffOrSignIn(filterAddress(`/admin/cards/${id}`, { readings }))
  await privateLocale()
  const card = await getAdminCard(staff, id, readings)
  if (!card) notFound()
  const eligibility = await cancellationEligibility(staff, id)
  const t = await getTranslations('admin-desk')
  const payments = can(staff, 'orders.make') ? staffPayments(staff) : []
  const mayAsk = can(staff, 'iccids.see')

  return (
    <StaffMessages namespace={['admin-acts', 'admin-desk', 'admin-reconciliation']}>
      <nav className="a-meta" aria-label={t('card.way')}>
        <GoLink className="a-link" href="/admin/cards">
          {t('cards.title')}
        </GoLink>
      </nav>
      <div className="a-head">
        <h1 className="a-id a-wrap-id">{card.iccid}</h1>
        <p className="a-meta">
          {t.rich('card.sold', {
            order: () => (
              <GoLink className="a-id a-link" href={`/admin/orders/${card.order.id}`}>
                {card.order.number}
              </GoLink>
            ),
          })}{' '}
          {card.isMasked ? t('card.masked') : null}
        </p>
        {mayAsk ? <SupportText text={cardSupportText(card, eligibility.facts)} /> : null}
      </div>
      <div className="a-stack a-card-pages">
        <OwnFacts card={card} now={new Date()} />
        <EligibilityPanel eligibility={eligibility}>{mayAsk ? <ReadAgain cardId={id} /> : null}</EligibilityPanel>
        <PlanSteps steps={card.steps} now={new Date()} />
        <UsageCurve cardId={id} {...card.readings} />
        <ShareList shares={card.shares} />
        {payments.length > 0 ? <TopUpPanel cardId={id} payments={payments} /> : null}
        <CardActs card={card} staff={staff} canGoBack={eligibility.answer !== 'no'} />
        <CardRecordPanel cardId={id} isOn={isRecordOn()} mayAsk={mayAsk} />
      </div>
    </StaffMessages>
  )
}

async function OwnFacts({ card, now }: { card: AdminCardPage; now: Date }) {
  const t = await getTranslations('admin-desk.card')
  const words = await getTranslations('admin')
  const { customer, signalReadAt } = card

  return (
    <section className="a-panel" aria-label={words('lines.card')}>
      <DescriptionList
        pairs={[
          { name: t('customer'), value: <CustomerLink id={customer.id} name={customer.email || null} /> },
          ...(card.traveller ? [{ name: words('lines.traveller'), value: <bdi>{card.traveller}</bdi> }] : []),
          { name: t('fact.code'), value: t(card.hasCode ? 'codeHere' : 'codeMissing') },
          {
            name: t('fact.revealed_at'),
            value: card.openedAt ? (
              <>
                <LocalTime at={card.openedAt} show="moment" /> {card.openedBy ? t(`openedBy.${card.openedBy}`) : null}
              </>
            ) : (
              t('nobody')
            ),
          },
          { name: t('fact.return'), value: knownWords(words, 'cancel', card.cancelState) },
          {
            name: t('fact.profile'),
            value: (
              <>
                <bdi>{card.profileStatus ?? t('notReported')}</bdi>
                <span className="a-sub">
                  {signalReadAt
                    ? t.rich('ago', { age: () => <RelativeTime since={signalReadAt} now={now} /> })
                    : t('never')}
                </span>
              </>
            ),
          },
          { name: t('fact.share'), value: <Sum minor={card.priceShareMinor} currency={card.order.currency} /> },
        ]}
      />
    </section>
  )
}

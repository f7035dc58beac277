import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { DraftPanel } from '#components/pricing/admin/draft-panel.tsx'
import { HistoryPanel } from '#components/pricing/admin/history-panel.tsx'
import { PREVIEW_TABS, PreviewTable } from '#components/pricing/admin/preview-table.tsx'
import { DecidedPanel, RuleTable } from '#components/pricing/admin/rule-table.tsx'
import { FloorPanel, OpenDrafts, RatePanels } from '#components/pricing/admin/side-panels.tsx'
import { WhyPanel } from '#components/pricing/admin/why-panel.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import { calendarDateAt, matching, rowNumber, searchSchema } from '#lib/core/rules/field-schemas.ts'
import { getPricing, getRates } from '#lib/pricing/queries/admin-pricing.ts'
import { adminTitle, staffOrSignIn } from '../staff.ts'
import { PricingTabs } from './pricing-tabs.tsx'

const VIEWS = ['rules', 'rate'] as const
const addressSchema = searchSchema.extend({
  view: z.enum(VIEWS).catch('rules'),
  draft: matching(/^prv_\w{1,40}$/),
  why: matching(/^pln_\w{1,40}$/),
  rule: z.string().max(60).nullable().catch(null),
  show: z.enum(PREVIEW_TABS).catch('all'),
  from: z.coerce.number().int().min(0).max(100_000).catch(0),
  past: rowNumber.nullable().catch(null),
  after: matching(/^rat_\w{1,40}$/),
  done: z.literal('1').nullable().catch(null),
})
type Address = z.output<typeof addressSchema>

export const generateMetadata = () => adminTitle('pricing')

export default async function PricingPage({ searchParams }: PageProps<'/admin/pricing'>) {
  const staff = await staffOrSignIn('/admin/pricing')
  await privateLocale()
  const address = addressSchema.parse(await searchParams)
  const t = await getTranslations('admin-pricing')
  const tAdmin = await getTranslations('admin')

  return (
    <StaffMessages namespace="admin-pricing">
      <div className="a-head">
        <h1>{tAdmin('area.pricing')}</h1>
      </div>
      <PricingTabs here={address.view} />
      {can(staff, 'costs.see') ? await show(staff, address) : <p className="a-emptyline">{t('notAllowed')}</p>}
    </StaffMessages>
  )
}

async function show(staff: StaffMember, address: Address) {
  const { view, draft: draftId, why, rule, show: tab, from, past, after, done, q } = address
  const mayChange = can(staff, 'catalog.change')
  const locale = await privateLocale()
  if (view === 'rate') {
    return (
      <RatePanels {...(await getRates(staff, after))} today={calendarDateAt(new Date(), 0)} mayChange={mayChange} />
    )
  }
  const t = await getTranslations('admin-pricing')
  const prices = await getPricing(staff, { draftId, locale, why, rule, past })
  const { draft, currency, costCurrency, rate } = prices
  const seen = draft && { id: draft.id, turn: draft.turn }

  return (
    <div className="grid min-w-0 content-start gap-4">
      {done ? <Notice tone="good">{t('done')}</Notice> : null}
      {draftId && !draft ? <Notice tone="wait">{t('failed.draft_ended')}</Notice> : null}
      {currency !== costCurrency && !rate ? (
        <Notice tone="wait">
          {t('rate.missing', { from: costCurrency, to: currency })}{' '}
          <Link className="a-link" href="/admin/pricing?view=rate">
            {t('rate.another')}
          </Link>
        </Notice>
      ) : null}
      {draft ? (
        <DraftPanel view={prices} draft={draft} mayChange={mayChange}>
          <PreviewTable {...{ draft, tab, from: rule ? 0 : from, currency, costCurrency }} />
        </DraftPanel>
      ) : null}
      <RuleTable {...{ view: prices, draft: seen, q, mayChange }} />
      {rule ? <DecidedPanel view={prices} address={{ rule, draft: draftId, from }} /> : null}
      <div className="grid grid-cols-3 items-start gap-4 narrow:grid-cols-1">
        <WhyPanel view={prices} draft={seen} mayChange={mayChange} />
        <FloorPanel view={prices} />
        <div className="grid min-w-0 content-start gap-4">
          <OpenDrafts view={prices} />
          <HistoryPanel view={prices} mayChange={mayChange} here={{ draft: draftId, why, rule, past }} />
        </div>
      </div>
    </div>
  )
}

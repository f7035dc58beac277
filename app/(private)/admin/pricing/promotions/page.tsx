import { getTranslations } from 'next-intl/server'
import { ownTitle } from '#app/(private)/own-title.ts'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { PromotionForm } from '#components/pricing/admin/promotions/promotion-form.tsx'
import {
  PromotionColumns,
  PromotionFilters,
  PromotionTable,
} from '#components/pricing/admin/promotions/promotion-table.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { addressIn, ListHead, ListRows, listAt } from '#components/ui/admin/list-page.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { localTimeAt } from '#lib/core/rules/zoned-time.ts'
import { getPromotions } from '#lib/pricing/queries/admin-promotions.ts'
import { promotionFilterSchema } from '#lib/pricing/rules/admin-pricing.ts'
import { openList } from '../../list.tsx'
import { PricingTabs } from '../pricing-tabs.tsx'

export const generateMetadata = () => ownTitle('admin-promotions', (t) => t('title'))

export default async function PromotionsPage({ searchParams }: PageProps<'/admin/pricing/promotions'>) {
  const { filter: address, staff, hidden } = await openList('promotions', promotionFilterSchema, searchParams)
  const locale = await privateLocale()
  const { rows, older, mayChange, edited, ...choices } = await getPromotions(staff, { ...address, locale })
  const { q, state, after } = address
  // The one that is edited is no part of the list.
  const list = { ...listAt('promotions', { q, state, after }), staff }
  const listHref = addressIn(list, list.filter)
  const t = await getTranslations('admin-promotions')
  const tBulk = await getTranslations('admin-bulk.search')
  const heading = edited ? t('editOf', { code: edited.form.code }) : t('form.new')

  return (
    <StaffMessages namespace="admin-promotions">
      <ListHead list={list} title={t('title')} lead={t('lead')}>
        <PromotionColumns hidden={hidden} />
      </ListHead>
      <PricingTabs here="promotions" />
      <PromotionFilters list={list} />
      <div
        className={
          mayChange
            ? 'grid grid-cols-[minmax(0,1fr)_24rem] items-start gap-4 narrow:grid-cols-1'
            : 'grid min-w-0 content-start gap-4'
        }
      >
        <ListRows
          {...{ list, older, title: t('title') }}
          empty={rows.length > 0 ? null : q === '' && state === null ? t('none') : tBulk('none')}
          pages={{ label: t('pages'), before: t('newest'), next: t('older') }}
        >
          <PromotionTable rows={rows} here={list.filter} mayChange={mayChange} hidden={hidden} />
        </ListRows>
        {mayChange ? (
          <Panel
            id="promotion-form"
            title={heading}
            beside={
              edited ? (
                <Link className="a-link" href={listHref}>
                  {t('form.leave')}
                </Link>
              ) : null
            }
          >
            <StaffMessages namespace={edited ? 'admin-settings' : []}>
              <PromotionForm
                key={edited?.id ?? 'new'}
                {...choices}
                edited={edited}
                empty={emptyForm()}
                listHref={listHref}
              />
            </StaffMessages>
          </Panel>
        ) : null}
      </div>
    </StaffMessages>
  )
}

function emptyForm() {
  return {
    ...{ code: '', title: '', kind: 'percent' as const, value: '', minimum: '', totalLimit: '', personLimit: '1' },
    ...{ from: localTimeAt(new Date(), 'UTC'), until: '', timeZone: 'UTC', skuIds: [], planKind: '' as const },
    ...{ stacks: false, maySellUnderFloor: false },
  }
}

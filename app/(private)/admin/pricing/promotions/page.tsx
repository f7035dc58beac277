import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { PromotionForm } from '#components/pricing/admin/promotions/promotion-form.tsx'
import {
  PromotionColumns,
  PromotionFilters,
  PromotionTable,
} from '#components/pricing/admin/promotions/promotion-table.tsx'
import { ExportLink } from '#components/ui/admin/export-link.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Pager } from '#components/ui/admin/pager.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { can } from '#lib/core/rules/caller.ts'
import { localTimeAt } from '#lib/core/rules/zoned-time.ts'
import { getPromotions } from '#lib/pricing/queries/admin-promotions.ts'
import { promotionFilterSchema } from '#lib/pricing/rules/admin-promotions.ts'
import { ownTitle } from '../../admin-title.ts'
import { staffWith } from '../../staff.ts'
import { PricingTabs } from '../pricing-tabs.tsx'
import '../pricing.css'

type Props = PageProps<'/admin/pricing/promotions'>

const PATH = '/admin/pricing/promotions'

export const generateMetadata = () => ownTitle('admin-promotions', (t) => t('title'))

export default async function PromotionsPage({ searchParams }: Props) {
  const staff = await staffWith('catalog.see', PATH)
  const locale = await privateLocale()
  const address = promotionFilterSchema.parse(await searchParams)
  const { rows, older, mayChange, edited, ...choices } = await getPromotions(staff, { ...address, locale })
  const hidden = await getHiddenColumns(staff, 'promotions')
  const { q, state, after } = address
  const listHref = filterAddress(PATH, { q, state, after })
  const t = await getTranslations({ locale, namespace: 'admin-promotions' })
  const tBulk = await getTranslations({ locale, namespace: 'admin-bulk.search' })
  const heading = edited ? t('form.edit', { code: edited.form.code }) : t('form.new')

  return (
    <StaffMessages namespace="admin-promotions">
      <div className="a-head">
        <h1>{t('title')}</h1>
        <p className="a-meta">{t('lead')}</p>
        <PromotionColumns hidden={hidden} />
        {can(staff, 'lists.export') ? (
          <ExportLink list="promotions" query={filterAddress('', { q, state }).slice(1)} />
        ) : null}
      </div>
      <PricingTabs here="promotions" />
      <PromotionFilters q={q} state={state} />
      <div className={mayChange ? 'a-cols a-cols-side' : 'a-stack'}>
        <section className="a-panel" aria-label={t('title')}>
          {rows.length === 0 ? (
            <p className="a-emptyline">{q === '' && state === null ? t('none') : tBulk('none')}</p>
          ) : (
            <PromotionTable rows={rows} here={{ q, state, after }} mayChange={mayChange} hidden={hidden} />
          )}
          <Pager
            label={t('pages')}
            before={after ? { href: filterAddress(PATH, { q, state }), words: t('newest') } : null}
            next={older ? { href: filterAddress(PATH, { q, state, after: older }), words: t('older') } : null}
          />
        </section>
        {mayChange ? (
          <Panel
            id="promotion-form"
            title={heading}
            beside={
              edited ? (
                <GoLink className="a-link" href={listHref}>
                  {t('form.leave')}
                </GoLink>
              ) : null
            }
          >
            <PromotionForm
              key={edited ? `${edited.id} ${edited.turn}` : 'new'}
              {...choices}
              edited={edited}
              empty={emptyForm()}
              listHref={listHref}
            />
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

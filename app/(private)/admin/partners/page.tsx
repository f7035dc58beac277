import { getTranslations } from 'next-intl/server'
import { ownTitle } from '#app/(private)/own-title.ts'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { HideToggle } from '#components/catalog/admin/hide-toggle.tsx'
import { SaleAnswer, SalePrice } from '#components/catalog/admin/plan-table.tsx'
import { PartnerSync } from '#components/catalog/admin/sync-panel.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { exactText } from '#components/ui/admin/exact-text.ts'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { ExportLink, SearchForm } from '#components/ui/admin/list-page.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { Mark, Panel } from '#components/ui/admin/panel.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { type AdminPartner, getAdminPartners } from '#lib/catalog/queries/partners.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { can } from '#lib/core/rules/caller.ts'
import { searchSchema } from '#lib/core/rules/field-schemas.ts'
import { staffOrSignIn } from '../staff.ts'

export const generateMetadata = () => ownTitle('admin-catalogue.view', (t) => t('partners'))

const PATH = '/admin/partners'

export default async function PartnersPage({ searchParams }: PageProps<'/admin/partners'>) {
  const { q } = searchSchema.parse(await searchParams)
  const staff = await staffOrSignIn(filterAddress(PATH, { q }))
  await privateLocale()
  const { partners, currency, costCurrency } = await getAdminPartners(staff, q)
  const t = await getTranslations('admin-catalogue.partners')
  const tCatalogue = await getTranslations('admin-catalogue')
  const tBulk = await getTranslations('admin-bulk.search')

  return (
    <StaffMessages namespace="admin-catalogue">
      <div className="a-head">
        <h1>{tCatalogue('view.partners')}</h1>
        {can(staff, 'catalog.sync') ? <PartnerSync /> : null}
        {can(staff, 'lists.export') ? <ExportLink list="partners" query={filterAddress('', { q }).slice(1)} /> : null}
      </div>
      <SearchForm action={PATH} text={q} label={t('search')} all={PATH} />
      <div className="grid min-w-0 content-start gap-4">
        {partners.length === 0 ? <p className="a-emptyline">{q === '' ? t('empty') : tBulk('none')}</p> : null}
        {partners.map((partner) => (
          <Partner
            key={partner.id}
            partner={partner}
            currency={currency}
            costCurrency={costCurrency}
            mayChange={can(staff, 'catalog.change')}
          />
        ))}
      </div>
    </StaffMessages>
  )
}

type PartnerProps = { partner: AdminPartner; currency: string; costCurrency: string; mayChange: boolean }

async function Partner({ partner, currency, costCurrency, mayChange }: PartnerProps) {
  const tag = intlTag(await privateLocale())
  const t = await getTranslations('admin-catalogue.partners')
  const tAdmin = await getTranslations('admin')
  const tPlans = await getTranslations('admin-catalogue.plans')
  const { id, name, isHidden, onlyListed, onlyGrouped, plans, lastReadError, readAt } = partner
  const differs = onlyListed.length + onlyGrouped.length
  const title = `partner-${id}`

  return (
    <Panel
      id={title}
      title={<bdi>{name}</bdi>}
      beside={
        <>
          {partner.vanishedAt ? <Mark tone="stop">{t('gone')}</Mark> : null}
          <Mark tone={isHidden ? 'plain' : 'ok'}>{t(isHidden ? 'hidden' : 'shown')}</Mark>
          {lastReadError ? <Mark tone="wait">{knownLabel(tAdmin, 'syncFault', lastReadError)}</Mark> : null}
          <span className="a-meta">
            {readAt ? <LocalTime at={readAt} show="date_time" /> : tAdmin('label.neverRead')}
          </span>
        </>
      }
      end={mayChange ? <HideToggle what={{ partnerId: id }} name={name} isHidden={isHidden} /> : null}
    >
      <div className="grid gap-3 p-3.5">
        {partner.groupedError ? (
          <p>
            <Mark tone="wait">{t('noGroups', { why: knownLabel(tAdmin, 'syncFault', partner.groupedError) })}</Mark>
          </p>
        ) : (
          <p>
            <Mark tone={differs > 0 ? 'wait' : 'ok'}>
              {t('check', { listed: partner.listed, grouped: partner.grouped, differences: differs })}
            </Mark>
          </p>
        )}
        {onlyListed.length > 0 ? <p className="a-sub">{t('onlyListed', { names: onlyListed.join(', ') })}</p> : null}
        {onlyGrouped.length > 0 ? <p className="a-sub">{t('onlyGrouped', { names: onlyGrouped.join(', ') })}</p> : null}
      </div>
      <ListTable
        label={t('plansOf', { name })}
        rows={plans}
        keyOf={({ key }) => key}
        empty={t('noPlans')}
        first={[
          {
            ...{ head: tAdmin('label.destination'), isName: true },
            cell: ({ skuId, destination }) =>
              skuId === null ? (
                <bdi>{destination}</bdi>
              ) : (
                <Link className="a-link" href={`/admin/catalogue/${skuId}`}>
                  <bdi>{destination}</bdi>
                </Link>
              ),
          },
          {
            head: tAdmin('label.plan'),
            cell: ({ amount, days }) => <bdi>{tAdmin('plan.term', { amount, days })}</bdi>,
          },
          { head: t('label'), className: 'a-soft', cell: ({ label }) => <bdi>{label}</bdi> },
          {
            ...{ head: tPlans('cost', { currency: costCurrency }), className: 'a-num' },
            cell: ({ cost }) =>
              cost === null ? <span className="a-soft">{tAdmin('unsold.hidden')}</span> : exactText(cost, tag),
          },
          {
            ...{ head: tPlans('price', { currency }), className: 'a-num' },
            cell: ({ sale }) => <SalePrice sale={sale} currency={currency} />,
          },
          {
            ...{ head: tPlans('answer'), className: 'whitespace-normal phone:min-w-32' },
            cell: ({ takesLater, sale }) =>
              takesLater ? <SaleAnswer sale={sale} /> : <Mark tone="plain">{t('notOnCard')}</Mark>,
          },
        ]}
      />
    </Panel>
  )
}

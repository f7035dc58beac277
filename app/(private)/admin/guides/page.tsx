import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { StateMark } from '#components/content/admin/publish-panel.tsx'
import { RedirectPanel } from '#components/content/admin/redirect-panel.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { SearchForm } from '#components/ui/admin/list-page.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getGuides, getRedirects } from '#lib/content/queries/admin-guides.ts'
import { GUIDE_PLACES } from '#lib/content/rules/public-route.ts'
import { localeName } from '#lib/core/i18n/config.ts'
import { searchSchema } from '#lib/core/rules/field-schemas.ts'
import { adminTitle, staffWith } from '../staff.ts'

export const generateMetadata = () => adminTitle('guides')

const PATH = '/admin/guides'

export default async function GuidesPage({ searchParams }: PageProps<'/admin/guides'>) {
  const { q } = searchSchema.parse(await searchParams)
  const staff = await staffWith('settings.change', filterAddress(PATH, { q }))
  await privateLocale()
  const t = await getTranslations('admin-guides')
  const tAdmin = await getTranslations('admin')
  const tBulk = await getTranslations('admin-bulk.search')
  const [guides, redirects] = await Promise.all([getGuides(staff, q), getRedirects(staff)])

  return (
    <StaffMessages namespace="admin-guides">
      <div className="a-head">
        <h1>{tAdmin('area.guides')}</h1>
        <p className="a-meta">{t('lead')}</p>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          {GUIDE_PLACES.map((place, at) => (
            <Link
              key={place}
              className={at === 0 ? 'btn btn-primary' : 'btn'}
              href={`/admin/guides/new?place=${place}`}
            >
              {t(`new.${place}`)}
            </Link>
          ))}
        </p>
      </div>
      <SearchForm action={PATH} text={q} label={t('search')} all={PATH} />
      <div className="grid min-w-0 content-start gap-4">
        <Panel id="guides" title={tAdmin('area.guides')}>
          <ListTable
            label={tAdmin('area.guides')}
            rows={guides}
            empty={q === '' ? t('none') : tBulk('none')}
            first={[
              {
                ...{ head: t('field.title'), className: 'min-w-48 whitespace-normal', isName: true },
                cell: ({ id, title, locale }) => (
                  <Link className="a-link" href={`/admin/guides/${id}?in=${locale}`}>
                    <bdi>{title || t('untitled')}</bdi>
                  </Link>
                ),
              },
              { head: t('place.title'), cell: ({ place }) => t(`place.${place}`) },
              {
                head: tAdmin('label.languages'),
                cell: ({ id, languages }) => (
                  <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
                    {languages.map(({ locale, state, isStopped, hasNews }) => (
                      <Link
                        key={locale}
                        className="inline-flex min-h-[24px] items-center gap-1.5"
                        href={`/admin/guides/${id}?in=${locale}`}
                      >
                        <bdi lang={locale}>{localeName(locale)}</bdi> <StateMark {...{ state, isStopped }} />
                        {hasNews ? <span className="a-soft">{t('state.news')}</span> : null}
                      </Link>
                    ))}
                  </span>
                ),
              },
              { head: t('changed'), cell: ({ savedAt }) => <LocalTime at={savedAt} show="date_time" /> },
            ]}
          />
        </Panel>
        <RedirectPanel redirects={redirects} />
      </div>
    </StaffMessages>
  )
}

import { getTranslations } from 'next-intl/server'
import { ownTitle } from '#app/(private)/own-title.ts'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { SearchForm } from '#components/ui/admin/list-page.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { Mark } from '#components/ui/admin/panel.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getOwnDevices } from '#lib/catalog/queries/catalog.ts'
import devices from '#lib/catalog/rules/devices.json'
import { can } from '#lib/core/rules/caller.ts'
import { searchSchema } from '#lib/core/rules/field-schemas.ts'
import { hasPart } from '#lib/core/rules/search-names.ts'
import { staffWith } from '../../staff.ts'

export const generateMetadata = () => ownTitle('admin-settings.devices', (t) => t('title'))

const WIDE = 'min-w-64 whitespace-normal phone:min-w-32'

const PATH = '/admin/catalogue/devices'

/** The compatibility list as it came with the store: it is a file, so it is shown and not edited. Those that the store adds stand first. */
export default async function DevicesPage({ searchParams }: PageProps<'/admin/catalogue/devices'>) {
  const { q } = searchSchema.parse(await searchParams)
  const staff = await staffWith('catalog.see', filterAddress(PATH, { q }))
  await privateLocale()
  const t = await getTranslations('admin-settings.devices')
  const tLabel = await getTranslations('admin.label')
  const tBulk = await getTranslations('admin-bulk.search')
  const families = [...(await getOwnDevices()), ...devices.families]
  const shown = families.filter(({ brand, family, models }) => hasPart([brand, family, ...models], q))
  const newest = families.map(({ checkedOn }) => checkedOn).reduce((a, b) => (a > b ? a : b), '')

  return (
    <>
      <div className="a-head">
        <h1>{t('title')}</h1>
        <p className="a-meta">{t('lead', { count: families.length, date: newest })}</p>
        <Link className="btn" href="/compatibility" target="_blank">
          {t('look')}
        </Link>
        {can(staff, 'settings.change') ? (
          <Link className="btn" href="/admin/settings/shop">
            {t('add')}
          </Link>
        ) : null}
      </div>
      <SearchForm action={PATH} text={q} label={t('search')} all={PATH} />
      <section className="a-panel" aria-label={t('title')}>
        <p className="p-3.5 a-meta">{t('file')}</p>
        <ListTable
          label={t('title')}
          rows={shown}
          keyOf={({ brand, family }) => `${brand} ${family}`}
          empty={tBulk('none')}
          first={[
            { head: t('column.brand'), cell: ({ brand }) => brand },
            { head: t('column.family'), isName: true, cell: ({ family }) => <bdi>{family}</bdi> },
            { head: t('column.models'), className: WIDE, cell: ({ models }) => <bdi>{models.join(', ')}</bdi> },
            {
              head: t('column.supports'),
              cell: ({ supports }) => <Mark tone={supports ? 'ok' : 'stop'}>{tLabel(supports ? 'yes' : 'no')}</Mark>,
            },
            { head: t('column.except'), cell: ({ except }) => <bdi>{except.join(', ').toUpperCase()}</bdi> },
            { head: t('column.checkedOn'), cell: ({ checkedOn }) => <bdi>{checkedOn}</bdi> },
            { head: t('column.source'), className: WIDE, cell: ({ source }) => source },
          ]}
        />
      </section>
    </>
  )
}
